package house

import (
	"slices"
	"strings"
	"sync"

	"github.com/evercart/evercart/hear"
)

// Words say how much of the lexicon is used.
type Words int

// The lexicons. The lesser ones are for learning: a set of questions that had a part in making a list says nothing about how far
// the list may be trusted.
const (
	AllWords    Words = iota
	EarlyWords        // without what was added when testdata/blind-1 and blind-2 had been read
	NoSynonyms        // without classes of words
	wordsChoice       // how many there are
)

// english are the lexicons of English: tables that never change, each read from its text once.
var english = [wordsChoice]func() *lexicon{
	AllWords:   sync.OnceValue(func() *lexicon { return readEnglish(classesEnglish+moreEnglish, idleEnglish+commonEnglish) }),
	EarlyWords: sync.OnceValue(func() *lexicon { return readEnglish(classesEnglish, idleEnglish) }),
	NoSynonyms: sync.OnceValue(func() *lexicon { return readEnglish(idleAlone(classesEnglish), idleEnglish) }),
}

// idleAlone keeps of a list of classes those of phrases that say nothing.
func idleAlone(classes string) string {
	var out []string
	for line := range strings.SplitSeq(classes, "\n") {
		if strings.HasPrefix(line, "idle:") || strings.HasPrefix(line, "weak:") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

func readEnglish(classes, idle string) *lexicon {
	l := &lexicon{lang: hear.For("en"), single: map[string][]string{}, phrases: map[string][]phrase{}, idle: map[string]bool{}, weak: map[string]bool{},
		goods: map[string]bool{}, irreg: irregular()}
	for line := range strings.SplitSeq(classes, "\n") {
		name, list, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		for entry := range strings.SplitSeq(list, ",") {
			l.learn(strings.TrimSpace(name), strings.TrimSpace(entry))
		}
	}
	for _, set := range []struct {
		into map[string]bool
		text string
	}{{l.idle, idle}, {l.weak, weakEnglish}, {l.goods, goodsEnglish}} {
		for w := range strings.FieldsSeq(set.text) {
			set.into[l.stem(w)] = true
		}
	}
	for _, list := range l.phrases {
		slices.SortStableFunc(list, func(a, b phrase) int {
			if d := len(b.stems) - len(a.stems); d != 0 {
				return d
			}
			return a.gaps() - b.gaps()
		})
	}
	return l
}

func (l *lexicon) learn(class, entry string) {
	var stems []string
	for w := range strings.FieldsSeq(entry) {
		if w == "*" {
			stems = append(stems, "")
		} else {
			stems = append(stems, l.stem(w))
		}
	}
	switch len(stems) {
	case 0:
	case 1:
		l.single[stems[0]] = append(l.single[stems[0]], class)
	default:
		l.phrases[stems[0]] = append(l.phrases[stems[0]], phrase{stems, class})
	}
}

func irregular() map[string]string {
	m := map[string]string{}
	for pair := range strings.FieldsSeq(irregularEnglish) {
		form, base, _ := strings.Cut(pair, "=")
		m[form] = base
	}
	return m
}

const irregularEnglish = `bought=buy sent=send got=get gotten=get kept=keep paid=pay lost=lose losing=lose wore=wear worn=wear came=come gave=give given=give took=take
 taken=take broke=break broken=break said=say told=tell found=find shrunk=shrink shrank=shrink went=go gone=go made=make chose=choose chosen=choose
 sold=sell forgot=forget forgotten=forget wrote=write written=write saw=see seen=see left=left bring=bring brought=bring men=man women=woman
 children=child scarves=scarf shelves=shelf knives=knife halves=half feet=foot delivery=deliver deliveries=deliver shipment=ship cancellation=cancel
 cancelled=cancel canceled=cancel cancelling=cancel canceling=cancel payment=pay payments=pay duties=duty older=old caring=care rates=rate percentage=percent rating=rating parking=park thing=thing during=during
 clothing=clothes clothes=clothes clothe=clothes cloth=cloth pants=pant anything=anything something=something nothing=nothing everything=everything morning=morning evening=evening wedding=wedding
 bedding=bedding earring=earring earrings=earring string=string spring=spring shipping=ship wrapping=wrap closed=close closing=close used=use
 exchanges=exchange processed=process processing=process sized=size sizing=size bigger=big deepest=deep thickest=thick tallest=tall widest=wide heaviest=heavy car=auto cars=auto bucks=dollar buck=dollar larger=large smaller=small longer=long cheaper=cheap faster=fast
 quicker=quick slower=slow sooner=soon earlier=early later=late fitted=fit stocking=stocking tracking=track bless=bless this=this his=his its=its always=always
 plus=plus guess=guess less=less business=business address=address addresses=address express=express access=access mattress=mattress mattresses=mattress dress=dress dresses=dress
 canvas=canvas christmas=christmas xmas=christmas wes=we does=do did=do done=do was=be is=be are=be were=be been=be has=have had=have having=have held=hold
 stuck=stick tore=tear torn=tear rip=rip drying=dry dried=dry dries=dry dryer=dryer drier=dryer lit=light states=state united=united
 identification=id license=license theft=steal stolen=steal stole=steal taxes=tax boxes=box refunds=refund installments=installment instalments=installment instalment=installment
 e-mail=email emails=email emailed=email emailing=email recorded=record recording=record kids=child kid=child monogrammed=monogram pickup=pickup refusal=refuse
 expiry=expire expiration=expire expired=expire wheelchair=wheelchair accessible=access accessibility=access european=europe english=english`

// classesEnglish: words and phrases that ask for the same; * stands for up to three other words.
const classesEnglish = `
secondhand: used clothes, second hand, secondhand, pre owned, thrift
tell: tell, report, notify, let * know, contact, complain
keepfor: keep, hold, reserve, set aside, store my, you store, not store
bank: bank, account
card: card, visa, mastercard, credit card, debit card
dispose: do you do with, happens to the returned
reply: answer, reply, hear back, respond, response, get back to me, hear from
care: care, clean, wash, look after, maintain, treat, caring
cardnumber: card number
price: price, cost, charge, fee, rate
return: return, send * back, bring * back, take * back, mail * back, ship * back, give * back, get * back to you, hand * back, drop * off, back to you
refund: refund, money back, reimburse, reimbursement, credited
exchange: exchange, swap, trade, switch, ex change
cancel: cancel, call * off, back out of, cancellation, call * order off
change: change, edit, alter, correct, fix, adjust, modify, update, amend, mend
deliver: deliver, ship, send, arrive, get here, get there, gets there, come, bring, mail, post, dispatch, get to me, get to my, show up, reach me, bringing
parcel: parcel, package, packet, shipment, box
express: express, expedite, expedited, two day, second day
overnight: overnight, next day, by tomorrow
pickup: pickup, pick * up, collect, collection, click and collect, pick up in store
lost: lost, lose, missing, never arrived, never came, not arrive, not come, nothing is there, not there, steal, nowhere to be found, not here, nothing there, porch, was not delivered, disappear
signature: signature, sign, sign for
free: free, no charge, complimentary, no cost, costs nothing, for nothing
truck: truck, lorry, van
furniture: furniture, sofa, couch, table, chair, bed, dresser, desk, wardrobe, bookcase, bookshelf, armchair, cabinet, bench, sideboard, ottoman, nightstand, stool
rug: rug, carpet
lamp: lamp, light, lighting
shoe: shoe, loafer, boot, sneaker, trainer, sandal, heel, pump, slipper, footwear, oxford, moccasin, flats
trainer: trainer, sneaker, running shoe, tennis shoe
knitwear: knitwear, sweater, pullover, jumper, cardigan, turtleneck
wool: wool, woolen, woollen, merino, sweater, pullover, jumper, cardigan
silk: silk
linen: linen
bedding: bedding, duvet, comforter, sheet, pillowcase, blanket, quilt, doona, bed linen, sham
duvet: duvet, comforter, doona
sheet: sheet, fitted sheet
pant: pant, trouser, slack, jean, chino
clothes: clothes, apparel, garment, shirt, blouse, dress, skirt, sweater, pant, jacket, coat, top, jumper, cardigan
leg: leg, inseam, inside leg, length
shorten: shorten, hem, take * up, tailor, alteration, too long
child: child, kid, toddler, baby, son, daughter, boy, girl
woman: woman, lady, ladies, female
man: man, gentleman, guy
underwear: underwear, panty, panties, bra, boxer, briefs, lingerie, knickers, undies
swimwear: swimwear, swimsuit, bikini, swim trunk, bathing suit, trunks, swimming
bag: bag, holdall, duffel, tote, purse, handbag
candle: candle, scented
giftcard: gift card, gift certificate, gift voucher, e gift card, gift cards
gift: gift, present
wrap: wrap, gift wrap, wrapped, box * up
note: note, message, handwritten, write something
balance: balance, left on, remaining
expire: expire, run out, good for, good until, valid, still good, lapse, go bad, be good, use it by, still work, still use, validity, good till
digital: email, e mail, electronic, digital, online, inbox, emailed
mailed: mail, post, postal
paper: paper, physical, plastic, printed
method: pay, payment, accept, take, pay with, pay by
amex: amex, american express
visa: visa, mastercard, credit card, debit card, bank card
check: check, cheque
crypto: cryptocurrency, bitcoin, crypto, ethereum, coin
wallet: apple pay, google pay
cod: cash on delivery, cod, pay at the door, pay cash, cash
installment: installment, pay over time, monthly payments, spread * cost, spread it, pay monthly, over a few months, over several months, in parts, pay later, rates, split * payments
interest: interest, apr
bankhold: hold, pending, authorization, preauthorization, reserved, blocked
charged: charge, bill, debit, take * money, money * taken, billed
deposit: deposit, down payment, up front, upfront, in advance
preorder: preorder, pre order, pre ordered, preordered, pre orders
link: link, url
split: split, divide, several cards, two cards, more than one card, share between
customs: custom, customs, duty, duties, import, tariff
business: business, company, corporate, firm, wholesale, invoice
pricematch: match, price match, cheaper elsewhere, lower price, beat * price, cheaper somewhere, cheaper at, cheaper, cheaper online
marketplace: marketplace, amazon, ebay, etsy, craigslist
club: club, costco, wholesale club
auction: auction, ebay
pricedrop: price drop, cheaper, cheap, fall, drop, go down, went down, marked down, reduced, on sale after, goes on sale, lower
sale: sale, discounted, reduced, markdown, marked down, on sale, clearance
final: final sale, final, clearance
loyalty: loyalty, thread, reward, point, member, membership, tier, program, status
tier: tier, level, status
join: join, sign up, enroll, become, register
earn: earn, collect points, get points, get a point, point for every
voucher: voucher, reward
birthday: birthday
data: data, information, personal, details
erase: erase, delete, forget me, wipe
copy: copy
record: record, tape, write * down, written, transcript, transcribe, log, note down, written record
sound: sound, audio, voice, recording
share: sell, share my, share * data, share * information, third party, pass * on
train: train, training, teach
texts: text, sms, texting, message
unsubscribe: stop, unsubscribe, opt out, get off, end them
age: age, or older, years old, how old, old enough, minor, teenager, underage
large: large, big, roomy, loose, oversized, baggy
small: small, tight, snug
narrow: narrow, tight, pinch
wide: wide, width
fit: fit, true to size, run large, run small, run big
betweensize: between sizes, between two sizes, in between, half size, half a size, half sizes, between * sizes, between * size
half: half
europe: europe, eu, european countries, germany, france, netherlands, ireland, united kingdom, uk
europesize: european, eu size, in european, european size
thick: thick, deep, depth, tall mattress
shrink: shrink, shrinkage
chest: bust, chest
palm: palm, hand
wash: wash, machine, washer, washing machine, launder, laundry, clean, rinse
temperature: warm, hot, cold, cool, temperature, degree, lukewarm
detergent: detergent, soap
dryclean: dry clean, dry cleaner, dry cleaning, cleaners, dry cleaned
dry: dry, air dry, hang dry, dryer, tumble
dryer: dryer, tumble, tumble dry, tumble dryer
machine: machine, washer, washing machine
iron: iron, press
steam: steam, steamer
wring: wring, twist, squeeze
soak: soak, leave it in the water, leave * in water, stay in the water, in the water
pilling: little ball, ball of fiber, pill, pilling, bobble, fuzz, fuzzy ball, lint, fluff, ball
moth: moth, bug, insect
freezer: freezer, freeze
hang: hanger, hang
spin: spin, rpm
cream: cream, conditioner, condition, feed
protect: protect, protector, waterproof, spray
sole: sole, resole, new sole, resoled, resoling
repair: repair, mend
wet: wet, soaked, rain, damp
heater: heater, radiator, heat source
dustbag: cotton bag, dust bag, dustbag, cloth bag
store bag: store, keep, storage
monogram: monogram, initials, embroider, embroidery, stitch, stitched, engrave, personalize, personalise
shoebox: shoe box, shoebox, box
curtain: curtain, drape, drapery
custom: made to measure, custom, custom made, bespoke, cut to size, tailor made
refuse: refuse, reject, turn * away, not accept, decline
upgrade: fast, quick, upgrade, speed up, soon, move up, early
downgrade: slow, downgrade, move down
add: add, include, throw in, tack on
together: together, combine, one box, same box, in one
code: discount code, promo code, coupon, promo, promotion code, promotional, code, voucher code
discount: discount
country: country, spain, italy, australia, mexico, japan, china, brazil, india, sweden, norway, denmark, switzerland, austria, belgium, poland, portugal, greece, finland, korea, singapore, zealand, africa
canada: canada, canadian, toronto, vancouver, montreal, ottawa, calgary, quebec, edmonton, winnipeg
kingdom: united kingdom, uk, u k, england, britain, scotland, wales, london, manchester, edinburgh, glasgow, liverpool, great britain
ireland: ireland, dublin, cork, galway
germany: germany, german, berlin, munich, hamburg, frankfurt, cologne, stuttgart
france: france, paris, lyon, marseille, toulouse
netherlands: netherlands, holland, dutch, amsterdam, rotterdam, utrecht
europe: berlin, munich, hamburg, frankfurt, cologne, paris, lyon, marseille, amsterdam, rotterdam, dublin, london, manchester, edinburgh, glasgow, england, scotland, britain, holland, dutch
alaska: alaska, anchorage, fairbanks, juneau
hawaii: hawaii, honolulu, maui, oahu, kauai, hilo
rico: puerto rico, san juan
abroad: abroad, outside the united states, overseas, international, foreign, out of the country, other countries, another country, outside the us, canada, germany, france, ireland, netherlands, united kingdom, uk, england, london, paris, berlin, dublin, toronto, amsterdam, spain, italy, australia, mexico, japan, europe
elsewhere: nowhere else, spain, italy, australia, mexico, japan, china, brazil, india, sweden, norway, denmark, switzerland, austria, belgium, poland, portugal, greece, finland, korea, singapore, new zealand, south africa, madrid, rome, sydney, tokyo
currency: dollar, currency, euro, pounds, peso, convert
postage: postage, label, return label, shipping label
open: open, opening, opening hours
close: close, shut
hours: hour, opening hours, business hours
phone: phone, call, telephone, hotline, on the line, on this line
person: person, people, human, agent, representative, somebody real
shop: store, shop, location, branch
outlet: outlet, factory store
park: park, parking lot, garage, parking
dog: dog, pet, puppy, doggy
step: step, wheelchair, access, stair, ramp, stroller, step free, walker
july: fourth of july, july fourth, independence day, july 4th, 4th of july
newyear: new year, new years
holiday: holiday, christmas, december, xmas
faulty: faulty, defective, defect, damaged, damage, broken, break, hole, rip, tear, came apart, fell apart, fall apart, fault, falling apart
replace: replace, replacement, new one
worn: wear, unworn, used, try on, tried on
tag: tag, tags on
adult: adult, grown up
website: website, web site, online, internet, site
app: app, website
ask: ask, claim, request
proof: photo, screenshot, picture, link, proof
faq: hygiene
minimum: minimum, smallest, lowest, at least, least
maximum: maximum, at most, most, up to, no more than, biggest, highest, largest, limit, max
part: part of, only part, some of, just one of, part of an order, one of the items, one thing from
unpaid: not paid, unpaid, forget to pay, forgot to pay, do not pay
deadline: within, until, deadline
again: again, a second time, second one, twice, another time
second: second, twice, again
first: first
made: made in, knit, manufacture, handmade, made here, made by, sewn, produced, crafted, sourced
origin: where * from, come from, comes from
other: different product, different item, something else, for * instead, another product, another item, completely different, something different
haul: take it away, take them away, take away, take my * away, take our * away, take the * away, take your * away, take * old * away, haul, haul away, old one away, take * off my hands
start: start, begin
weak: get rid of, do you charge, who pays, who pay, come in, comes in, on this call, on this line, over the phone, on the phone, how late, how early, early december, early november
idle: hold on, hang on, by any chance, any chance, together with, ask you, ask something, let me ask, in the world, on earth, long story short, by the way, one more thing, quick question, a question, i was wondering, could you tell me, can you tell me, do you know, i mean, you know, i would like to know, i want to know, tell me, let me ask, at all, right now, these days, you guys, you said
`

// idleEnglish says nothing in a question about a shop.
const idleEnglish = `a an the and or but so if then than as of to in on at by for with from into onto about over up out off down i me my mine we us our you your yours he him his she her
 it its they them their this that these those there here who whom what which when where why how whether be do have will would can could shall should may might must am not no yes
 yeah yep okay ok um uh er oh ah hi hey hello well like just really actually please thanks thank sorry wait hmm now also too even still ever never only very much many more most
 some any each every all both either neither other another such same quite rather maybe perhaps probably guess suppose think thought believe wonder wondering know mean
 question tell say please quick quickly anyway alright right sure fine great good nice cool lovely okay kinda kind sort of bit lot lots little thing things stuff
 get got go going gonna wanna gotta let lets make want need wish try hope see look seem happen supposed usual usually normally generally exactly maybe already yet before after
 while since because though although until till ago once today tonight tomorrow yesterday morning afternoon evening night day week month year ages recent recently
 last next coming soon time moment minute second hour guys folks everyone anyone someone anybody somebody anything something nothing everything one ones
 friend sister brother mom mum mother dad father husband wife son daughter uncle aunt cousin grandma grandpa grandmother grandfather niece nephew partner boyfriend girlfriend
 boss colleague neighbor neighbour roommate parents inlaws fiance bride groom he she
 live living stay staying up way far come came bring put give take took long big suppose oops shoot darn dear honestly basically literally totally
 hear heard read forget remember understand figure idea clue kinda per else though during between within across around through under above below whatever whichever however
 possible able allowed allow okay'd mind mean meant ok'd worth regarding concerning regards case ordinary normal regular real
 help place line order ordered ordering purchase purchased buy bought bear pick picked choose
 dont im ive id youre thats whats its cant wont isnt doesnt thing item items product products piece article stuff company linden loom us united often measurement dimension frequently temperature guys though use way cheapest best`

// weakEnglish says little: it may be missing in what answers.
const weakEnglish = `price cost  money dollar much cheap expensive amount new old style model pair set kind type different bigger wrong 
 number code online website internet email phone card send arrive parcel package mail store shop 
 offer provide carry have stock include accept available option policy rule 
 open opened close closed wear worn use fit run feel look want  
 keep wait leave reach put turn move early keep call away end state `

// goodsEnglish are names of goods: what is said of clothes, or of all things, is said of a blouse.
const goodsEnglish = `sweater pullover jumper cardigan shirt blouse dress skirt jacket coat top tee pant trouser slack jean sock scarf hat glove belt tie shoe loafer boot sneaker trainer
 sandal slipper bag purse backpack sofa couch chair table desk bed lamp rug carpet mug cup plate bowl vase candle pillow cushion towel sheet duvet blanket curtain mirror
 clock ring necklace bracelet earring watch pajama robe underwear bra swimsuit bikini cap umbrella clothes outfit item gift present loafers knitwear furniture wool silk leather linen cotton size color colour`

// numberWords are numbers as recognisers may write them.
var numberWords = map[string]string{"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenti": "20",
	"thirti": "30", "forti": "40", "fifti": "50", "sixti": "60", "seventi": "70", "eighti": "80", "nineti": "90", "hundr": "100", "hundred": "100", "thousand": "1000", "fiv": "5", "nin": "9", "thre": "3", "on": "1", "dozen": "12"}
