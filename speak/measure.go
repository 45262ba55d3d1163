package speak

import (
	"regexp"
	"strings"
)

// measures is how a language says option values that are measures: "8 mm", "4 x 40 mm", "0.5 l".
type measures struct {
	units map[string]noun // by how catalogues write them
	by    string          // between numbers side by side
	parts map[string]string
}

var measured = regexp.MustCompile(`(?i)^(\d{1,4}(?:[.,]\d+)?(?:/\d{1,2})?)((?:\s?[x×]\s?\d{1,4}(?:[.,]\d+)?){0,2})\s?([a-zäöü]{1,11}|["″”])$`)

// measure says a measure in words, "" where a value is none, and what it is: "length", "volume", …
func (t *tongue) measure(value string) string {
	m := measured.FindStringSubmatch(value)
	if m == nil {
		return ""
	}
	unit, ok := t.measures.units[unitWritten(m[3])]
	if !ok {
		return ""
	}
	if part, ok := t.measures.parts[m[1]]; ok && m[2] == "" {
		return strings.ReplaceAll(part, "#", unit.one)
	}
	if strings.Contains(m[1], "/") {
		return ""
	}
	said := []string{t.size(m[1])}
	for _, n := range strings.FieldsFunc(m[2], func(r rune) bool { return r == 'x' || r == 'X' || r == '×' || r == ' ' }) {
		said = append(said, t.size(n))
	}
	if n := m[1] + m[2]; n == "1" {
		return t.cardinal(1, unit) + " " + unit.one
	}
	return strings.Join(said, " "+t.measures.by+" ") + " " + unit.many
}

// unitWritten gives the short form of a unit that catalogues write out.
func unitWritten(s string) string {
	if s = strings.ToLower(s); strings.ContainsAny(s, `"″”`) {
		return "in"
	}
	if short, ok := longUnits[s]; ok {
		return short
	}
	return s
}

// isLength says that a value is a measure by which things are told big from small: the size of a thing, in the plain sense.
func isLength(value string) bool {
	m := measured.FindStringSubmatch(value)
	if m == nil {
		return false
	}
	switch unitWritten(m[3]) {
	case "mm", "cm", "m", "in", "ft":
		return true
	}
	return false
}

var longUnits = pairs(`millimeter mm millimetre mm millimeters mm millimetres mm centimeter cm centimetre cm centimeters cm centimetres cm meter m metre m meters m metres m
	inch in inches in zoll in foot ft feet ft gram g grams g gramm g kilogram kg kilograms kg kilogramm kg kilo kg kilos kg milliliter ml millilitre ml milliliters ml millilitres ml
	liter l litre l liters l litres l watt w watts w volt v volts v steps step stufen step ounce oz ounces oz pound lb pounds lb`)

var englishMeasures = measures{
	by: "by",
	units: nouns(`mm millimeter millimeters cm centimeter centimeters m meter meters in inch inches ft foot feet g gram grams kg kilogram kilograms ml milliliter milliliters
		cl centiliter centiliters l liter liters w watt watts kw kilowatt kilowatts v volt volts oz ounce ounces lb pound pounds grit grit grit step step steps`, 0),
	parts: map[string]string{"0.5": "half a #", "0,5": "half a #", "1/2": "half a #", "1/4": "a quarter #", "3/4": "three quarter #"},
}

var germanMeasures = measures{
	by: "mal",
	units: nouns(`mm Millimeter Millimeter cm Zentimeter Zentimeter m Meter Meter in Zoll Zoll ft Fuß Fuß g Gramm Gramm kg Kilogramm Kilogramm ml Milliliter Milliliter
		cl Zentiliter Zentiliter l Liter Liter w Watt Watt kw Kilowatt Kilowatt v Volt Volt step Stufe Stufen`, 'm'),
	parts: map[string]string{"0.5": "ein halber #", "0,5": "ein halber #", "1/2": "ein halber #", "3/4": "drei viertel #"},
}

var spanishMeasures = measures{
	by: "por",
	units: nouns(`mm milímetro milímetros cm centímetro centímetros m metro metros in pulgada pulgadas ft pie pies g gramo gramos kg kilo kilos ml mililitro mililitros
		cl centilitro centilitros l litro litros w vatio vatios kw kilovatio kilovatios v voltio voltios step peldaño peldaños`, 'm'),
	parts: map[string]string{"0.5": "medio #", "0,5": "medio #", "1/2": "medio #"},
}

// nouns reads "written one many".
func nouns(text string, gender byte) map[string]noun {
	f, out := strings.Fields(text), map[string]noun{}
	for i := 0; i+2 < len(f); i += 3 {
		out[f[i]] = noun{f[i+1], f[i+2], gender}
	}
	return out
}

// isSaid says that a value is a length in words already.
func isSaid(value string, m measures) bool {
	last := value[strings.LastIndexByte(value, ' ')+1:]
	for _, short := range []string{"mm", "cm", "m", "in", "ft"} {
		if u := m.units[short]; strings.Contains(value, " ") && (last == u.one || last == u.many) {
			return true
		}
	}
	return false
}
