package rules

// takesMore says that bare pieces after the clause belong to it.
func (c clause) takesMore() bool {
	switch c.want {
	case wantTalk, wantBye, wantHelp, wantRepeat, wantBot, wantCannot, wantUndo, wantClear, wantView, wantTotal, wantOrder, wantLeave, wantNot, wantWrong:
		return false
	}
	return true
}

// question says that the clause wants to know, not to have.
func (c clause) question() bool {
	switch c.want {
	case wantPrice, wantCheapest, wantStock, wantColors, wantSizes, wantMaterial, wantCompare, wantTell, wantBrowse:
		return true
	}
	return false
}

// aboutThings says that the clause is about what its x names.
func (c clause) aboutThings() bool {
	switch c.want {
	case wantAdd, wantRemove, wantSave, wantRestore, wantKeep, wantChange, wantPrice, wantStock, wantTell, wantMore, wantLess, wantColors, wantSizes, wantMaterial:
		return true
	}
	return false
}
