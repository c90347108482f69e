package runfile

// Summary is that of a system and a kind, "" for all; nil where there is none.
func (r *Run) Summary(system, kind string) *Summary {
	for i := range r.Summaries {
		if s := &r.Summaries[i]; s.System == system && s.Kind == kind {
			return s
		}
	}
	return nil
}

// Estimator is the estimator of a name, nil where there is none.
func (r *Run) Estimator(name string) *Estimator {
	for i := range r.Estimators {
		if r.Estimators[i].Name == name {
			return &r.Estimators[i]
		}
	}
	return nil
}

// EstimatorTiming is that of the estimator of a name, nil where it was not timed.
func (r *Run) EstimatorTiming(name string) *EstimatorTiming {
	if r.Timings == nil {
		return nil
	}
	for i := range r.Timings.Estimators {
		if r.Timings.Estimators[i].Name == name {
			return &r.Timings.Estimators[i]
		}
	}
	return nil
}

// System is the system of a name, nil where there is none.
func (r *Run) System(name string) *System {
	for i := range r.Systems {
		if r.Systems[i].Name == name {
			return &r.Systems[i]
		}
	}
	return nil
}

// Case is the case of a corpus and a name, nil where there is none.
func (r *Run) Case(corpus, name string) *Case {
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Corpus == corpus && c.Name == name {
			return c
		}
	}
	return nil
}

// Result is what a system did, nil where it was not measured on the case.
func (c *Case) Result(system string) *Result {
	for i := range c.Results {
		if c.Results[i].System == system {
			return &c.Results[i]
		}
	}
	return nil
}

// Fact is the fact of an id, nil where there is none.
func (c *Case) Fact(id string) *Fact {
	for i := range c.Facts {
		if c.Facts[i].ID == id {
			return &c.Facts[i]
		}
	}
	return nil
}

// At is the point of a budget, nil where the input is smaller than it.
func (r *Result) At(budget int) *Point {
	for i := range r.Points {
		if r.Points[i].Budget == budget {
			return &r.Points[i]
		}
	}
	return nil
}
