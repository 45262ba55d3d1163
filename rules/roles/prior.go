package roles

import "math"

// priors are how often things of a letter have a role, before anything is known.
var priors = map[byte]map[Role]float64{
	'N': {Add: .72, To: .14, None: .1, Of: .04},
	'C': {None: .3, Remove: .25, Change: .15, Add: .07, Save: .08, From: .08, Except: .02, To: .02, Of: .03},
	'D': {Change: .4, Add: .3, None: .15, To: .05, Remove: .05, Value: .03, Of: .02},
	'S': {Restore: .6, None: .2, Add: .15, Of: .02, Remove: .03},
	'V': {Of: .5, None: .18, Value: .2, OfNext: .04, Add: .03, Remove: .02, To: .02, Change: .02, From: .01, Save: .01},
	'#': {Of: .4, None: .3, Value: .25, OfNext: .02, Add: .03, Remove: .02},
	'P': {None: .5, Add: .1, Remove: .1, Change: .08, Of: .1, Save: .04, Restore: .04, Value: .02, From: .02, To: .01, Except: .01, OfNext: .01},
	'Z': {Remove: .35, None: .2, Change: .2, Add: .15, Save: .05, From: .05, Restore: .02, Except: .02},
	'E': {None: .5, Remove: .3, Save: .1, Restore: .05, Add: .05},
	'?': {None: .5, Add: .4, To: .05, Remove: .03, Of: .02},
	'u': {Value: .9, None: .1},
	'*': {Value: .8, None: .2},
	'W': {None: .9, Remove: .1},
}

// Prior is a model that knows only that.
func Prior() *Model {
	m := &Model{Weights: make([]float32, Buckets)}
	for l, rs := range priors {
		if rs[Ask] == 0 && l != '#' && l != 'u' && l != '*' && l != 'W' {
			rs[Ask] = .06
		}
		for r, p := range rs {
			m.Weights[mixed(hash("bias", string(rune(l))), r)] += float32(math.Log(p))
		}
	}
	return m
}
