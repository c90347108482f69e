package log

// fillLines values plain lines and what groups them.
func fillLines(d *draft) {
	if d.set.On(ruleSearch) && fillSearch(d) {
		return
	}
	d.spans = wordy(d.content, d.spans)
	head := -1
	if d.set.On(ruleTables) {
		head = alignedHead(d.content, d.spans)
	}
	d.table = head >= 0
	d.evaluate(0)
	if d.set.On(ruleHistory) && groupHistory(d) {
		return
	}
	if needHeader(d, head) {
		return
	}
	if d.set.On(ruleElements) && needElements(d) {
		return
	}
	if d.set.On(ruleRecords) {
		needParents(d)
	}
	if d.set.On(ruleSections) {
		needHeadings(d)
	}
	if d.set.On(ruleFolding) {
		foldRepeats(d)
	}
	if d.set.On(ruleLoggers) {
		hidePackages(d)
	}
}
