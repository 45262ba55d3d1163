package house

import (
	_ "embed" // the weights
	"encoding/json"
	"slices"
	"sync"
)

// Weights say how much each feature counts. They were learned by shop/house/train.
type Weights struct {
	Rank []float64 // by rankFeatures: which sentence answers best
	Gate []float64 // by gateFeatures: whether the best one answers
}

//go:embed weights.json
var weightsFile []byte

// learned are the weights in use. A file of other features than these is of no use, and all that is asked is then not known.
var learned = sync.OnceValue(func() *Weights {
	w, err := ReadWeights(weightsFile)
	if err != nil {
		return &Weights{Rank: make([]float64, rankFeatures), Gate: make([]float64, gateFeatures)}
	}
	return w
})

// named is a weight in the file.
type named struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
}

// file is weights.json.
type weightsForm struct {
	Rank []named `json:"rank"`
	Gate []named `json:"gate"`
}

// ReadWeights reads weights by the names of their features; what is not named counts nothing.
func ReadWeights(raw []byte) (*Weights, error) {
	var f weightsForm
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	return &Weights{Rank: byName(f.Rank, rankNames[:]), Gate: byName(f.Gate, gateNames[:])}, nil
}

func byName(list []named, names []string) []float64 {
	out := make([]float64, len(names))
	for i, name := range names {
		for _, n := range list {
			if n.Name == name {
				out[i] = n.Weight
			}
		}
	}
	return out
}

// Write is the text of a file of weights.
func (w *Weights) Write() ([]byte, error) {
	var f weightsForm
	for i, x := range w.Rank {
		f.Rank = append(f.Rank, named{rankNames[i], x})
	}
	for i, x := range w.Gate {
		f.Gate = append(f.Gate, named{gateNames[i], x})
	}
	return json.MarshalIndent(f, "", " ")
}

// Even are weights that count all features of the ranking the same: where learning begins.
func Even() *Weights {
	w := &Weights{Rank: make([]float64, rankFeatures), Gate: make([]float64, gateFeatures)}
	for i := range w.Rank {
		w.Rank[i] = 1
	}
	return w
}

// Favours says that a feature of the ranking can only speak for a sentence: more of the question's words never make it worse.
func Favours(feature int) bool {
	return !slices.Contains([]int{fUncounted, fNarrow, fStrictNone, fTypeNear, fFirst}, feature)
}

// Speaks says which way a feature of the gate can speak: 1 only for the answer, -1 only against it, 0 either way. What was learned of a
// few shops' questions that sound like others would else tell that words which stand there are no good sign.
func Speaks(feature int) int {
	switch feature {
	case gCover, gSaid, gTitle, gStrict, gTypePlain, gTypeSoft, gBack, gCentre, gCentreFile, gLead, gLeadPara, gNextFile, gNextPara, gSure,
		gRecall, gRecallPara, gShare, gSharePara, gTold, gToldFar, gToldPara, gToldFile, gToldTop, gSays, gTopped, gScore:
		return 1
	case gLost, gWorst, gWorstRare, gUnheard, gUnheardRare, gNone, gUncounted, gGoodsBare, gStrictOther, gUnsaid, gAgainst, gNew, gNewRare, gTypeNone:
		return -1
	}
	return 0
}
