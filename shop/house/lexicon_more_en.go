package house

// moreEnglish is the second half of classesEnglish: what shops are asked about in the words of people who do not know the shop's own.
const moreEnglish = `
cancel: get out of, pull out, withdraw, stop * order, do not want * anymore, no longer want, changed my mind
bankhold: temporary charge, pending charge, frozen, freeze * money
deposit: pay * ahead, prepay, pay now
refuse: not take the parcel, not take the package, not take the box, not take it, not accept, turn down, send * away, not open the door
pickup: get it myself, come get it, fetch, grab it at, come by for, collecting
unpaid: pay late, not pay, not paying, never paid
patent: patent, glossy, shiny, lacquer
wet: drip, dripping, rained on, puddle, drenched, soaking wet
shoetree: shoe tree, cedar
sole: worn through, new soles, soles, re sole, bottom of my shoes
shade: shade, sun, sunlight, sunshine
perfume: perfume, deodorant, cologne, fragrance
baselayer: base layer, thermal, long john, long underwear
shave: razor, shaver, shave
vacuum: vacuum, hoover
pobox: po box, p o box, post office box, pobox
pilling: fuzz ball, bobble, bobbling, knots of fiber
lost: no box, no package, no parcel, nowhere, did not get, never got, did not arrive, not show up, not shown up, vanish, empty porch, nobody delivered
keepfor: set * aside, put * aside, save * for me, hang on to
cashout: cash, cash out, pay out, real money
block: block, freeze, deactivate, disable
secret: find out, see that, get to know, notice
note: write, writing, greeting, message
customs: import fee, import tax, border
abroad: across the border, outside america, outside the states, out of the states, outside of the us, other country
earn: collect, rack up, add up
together: stack, on top of, at the same time, pack * together, combined
birthday: bday
tier: level, rank, stage
installment: in pieces, bit by bit, in payments, in four payments, monthly
split: two gift cards, several gift cards, three gift cards, more than one gift card, gift cards can i use
charged: do you charge my card, do you charge * card, charge my card, charge my credit card, charge the card, charge * my card, come off * card, come off my account, taken off my card, leave my account, money come off, money leave, take the money, take my money, get charged, card get charged, go off my card
pricematch: competitor, undercut, same price, other shop is, other store is, another shop is, another store is, another shop has, another store has, at another shop, at another store, elsewhere
pricedrop: got cheaper, get cheaper, lowered, knocked off, knock * off, becomes cheaper, cut the price
erase: remove
lit: lit, light, burn, burnt
storecredit: store credit, credit
faulty: seam, snapped, snap, crack, cracked, shatter, stopped working, not work, came off, fell off, come apart, unravel
deliver: take to get, take to get to, get it to me, it to get to, , getting it to
europesize: eu sizes, europe size
maximum: ceiling, cap, at the most
minimum: the least
own: own website, own price
soon: early access, before everyone
return: sending * back, ship it back, take it back, get rid of it
parcel: delivery box
again: another swap, second swap, second exchange, second time
cleaningfee: cleaning fee
warranty: warranty, guarantee
website: own website, your website
shop: in person
refund: see the money, see my money, get my money back, have my money back, money back, money on my card
return: be back with you, back with you, go back, be returned, parcel back
exchange: next size, size up, size down, another size, different size, bigger size, smaller size, right size, other size
data: have on me, have about me, know about me, hold about me, on file, stored about
add: added, with it, put in, squeeze in
free: without paying, without paying anything, for free, at no charge
abroad: scotland, wales, britain, great britain, glasgow, edinburgh, manchester, liverpool, cork, galway, munich, hamburg, frankfurt, cologne, lyon, marseille, rotterdam, utrecht, holland, vancouver, montreal, ottawa, calgary, quebec
weak: right away, straight away
loyalty: cashmere people, silk people, linen people, cashmere customer, silk customer, linen customer
founded: how old is the company, how old is your company, how old is the shop, how old is your shop, how old is the store, how old is your store, been in business, been around
fittingroom: fitting room, changing room, dressing room, waiting room
storecard: store card, store credit card
release: release, let go, let * go, free up, give * free
park: car
swimwear: swim suit, bathing suit, swim
seal: seal, sticker, liner, hygiene strip
wring: ring out, ring it out, ring * out, wring out, squeeze out
cashout: pay * out, in coins, coins, bills
balance: bucks left, dollars left
secret: know, knowing, knows, find out
payback: pay back, give me back, give back, pay * back
marketplace: market place, private seller, third party seller
pricematch: for less, go down to, match
early: early, soon, sooner
country: wrong country
`

// commonEnglish are words that tell a story around a question and never carry it.
const commonEnglish = `without mailman postman cousin coworker buddy grandson granddaughter grandchild fiancee sibling twin twins stepson stepdaughter son daughter kiddo folk
 pretty fairly super awfully terribly funny weird strange annoying stupid silly dumb beautiful gorgeous cute favorite favourite brand huge giant whole entire certain particular
 specific exact especially roughly approximately instead afterwards beforehand immediately automatically eventually suddenly unfortunately luckily apparently
 obviously completely entirely absolutely definitely certainly possibly simply almost nearly directly straight
 chance partner reason problem trouble issue situation story fact deal matter occasion bunch couple pair few middle luck fun surprise mistake accident
 throw threw thrown toss happen handle manage plan decide realize realise notice discover mention explain bother worry love hate like prefer enjoy expect assume imagine
 become seem appear mess screw grab pull push sit stand lie walk drive hurry catch lay stationed station busy stupidly dusty dirty
 accidentally supposedly officially technically till til cause cuz gotten turns turned turn decided wanted thinking planning
 apart besides otherwise anymore anyhow anywhere somewhere everywhere exactly ahead forth
 myself yourself himself herself themselves ourselves itself dude folks bud
 whoops alas heck hell goodness gosh jeez wow yikes ugh
 hopefully currently nowadays 
 wonderful awesome terrible awful horrible bad worse worst better silly sad mad angry upset
 find found`
