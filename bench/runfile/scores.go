package runfile

// Scores is a copy of the run without words and times: what a comparison needs, small
// enough to be committed. It shares what it does not change with the run.
func (r *Run) Scores() *Run {
	out := *r
	out.Timings = nil
	out.Cases = append([]Case(nil), r.Cases...)
	for i := range out.Cases {
		c := &out.Cases[i]
		c.Facts = append([]Fact{}, c.Facts...)
		for k := range c.Facts {
			c.Facts[k].Text, c.Facts[k].Why = "", ""
		}
		c.Results = append([]Result{}, c.Results...)
		for k := range c.Results {
			res := &c.Results[k]
			res.Points = append([]Point{}, res.Points...)
			for p := range res.Points {
				res.Points[p].Text, res.Points[p].Remarks = nil, nil
			}
		}
	}
	return &out
}
