package lines

// class says what a word may mean in a line of output.
type class uint16

const (
	isFatal   class = 1 << iota // the process died: panic, killed
	isError                     // a failure by name: error, failed
	isFault                     // a failure by its nature: denied, missing
	isWarning                   // warning, deprecated
	isCounted                   // stands behind a number in a total: tests, passed
	isCount                     // stands before a colon and a number in a total
	isCause                     // introduces a cause
	isNegator                   // takes away what follows: no, without
)

// pair numbers words that mean something only with the word before them.
type pair uint8

const (
	noPair pair = iota
	pNot
	pNo
	pCould
	pUnable
	pTo
	pToo
	pMany
	pTimed
	pOut
	pFound
	pSuch
	pOk
	pExist
	pExit
	pWith
	pCode
	pStatus
	pBuild
	pOutcome
	pProcess
	pCompleted
	pKilled
	pBy
	pCompile
	pFinished
	pIn
	pDone
	pResult
	pDirect
	pCause
	pRoot
	pTotal
	pSize
	pTime
	pRan
	pFiles
	pChanged
	pHigh
	pSeverity
	pTests
	pRun
	pPrevious
	pErrors
	pCore
	pDumped
	pData
	pRace
	pSegmentation
	pFault
	pOf
	pMemory
	pAnother
	pException
	pWent
	pWrong
)

type meaning struct {
	class class
	pair  pair
}

var vocabulary = buildVocabulary()

func buildVocabulary() map[string]meaning {
	v := map[string]meaning{}
	add := func(c class, words ...string) {
		for _, w := range words {
			m := v[w]
			m.class |= c
			v[w] = m
		}
	}
	add(isFatal, "fatal", "panic", "panicked", "panicking", "segfault", "sigsegv", "sigabrt", "sigkill", "aborted", "crash",
		"crashed", "crashes", "crashloopbackoff", "oom", "oomkilled", "killed", "uncaught", "unhandled", "emerg", "emergency",
		"deadlock", "imagepullbackoff", "errimagepull", "terminated")
	add(isError, "error", "errors", "err", "errno", "exception", "exceptions", "traceback", "fail", "failed", "fails",
		"failing", "failure", "failures", "severe", "erroneous", "assertionerror", "backtrace", "stacktrace", "unsuccessful",
		"unsuccessfully", "faulted", "errored", "aborting", "rejecting", "evicted", "unhealthy")
	add(isError, "fehler", "erreur", "échec", "ошибка", "fallo", "erro", "错误", "失败", "エラー")
	add(isFault, "cannot", "can't", "couldn't", "couldnt", "unable", "denied", "refused", "rejected", "invalid", "illegal",
		"undefined", "mismatch", "mismatched", "unexpected", "unclosed", "unmatched", "corrupt", "corrupted", "corruption",
		"violation", "violations", "timeout", "timedout", "expired", "unreachable", "conflict", "conflicts", "missing",
		"insufficient", "exceed", "exceeded", "exceeds", "unknown", "unresolved", "undeclared", "unrecognized", "forbidden",
		"unauthorized", "disconnected", "broken", "malformed", "notfound", "unavailable", "backoff", "stale", "stuck",
		"overflow", "underflow", "leak", "leaked", "nullpointer", "outage", "unsatisfied", "overrun", "violated", "breakin",
		"down", "lost", "hang", "hung", "cancelled", "canceled", "interrupted", "dropped", "throttled", "doesn't", "isn't",
		"won't", "wasn't", "wouldn't", "incompatible", "unsafe", "nonexistent", "untrusted", "suspicious", "uninitialised", "uninitialized")
	add(isWarning, "warn", "warning", "warnings", "deprecated", "deprecation", "retry", "retrying", "retries", "slow", "skip",
		"skipped", "skipping", "ignored", "ignore", "ignoring", "revert", "reverts", "reverted", "unsupported", "vulnerable",
		"vulnerability", "vulnerabilities", "critical", "degraded", "flaky", "fallback", "obsolete", "unused", "blocked",
		"pending", "restarting", "restarted", "caution", "alert")
	add(isCounted, "test", "tests", "spec", "specs", "suite", "suites", "example", "examples", "assertion", "assertions",
		"error", "errors", "warning", "warnings", "problem", "problems", "failure", "failures", "passed", "passing", "failed",
		"failing", "pending", "skipped", "todo", "deselected", "xfailed", "xpassed", "vulnerabilities", "completed", "issues",
		"offenses", "insertions", "deletions", "ignored", "measured", "targets", "target", "succeeded", "subtests", "checks", "packets", "rows")
	add(isCount, "passed", "failed", "failures", "errors", "skipped", "total", "executed", "pass", "fail", "warnings", "tests",
		"flaky", "inconclusive", "failing", "passing", "broken", "unreachable")
	add(isCause, "caused", "because", "reason", "culprit")
	add(isNegator, "no", "without", "zero", "never", "non", "nil", "not")
	for w, p := range map[string]pair{
		"not": pNot, "no": pNo, "could": pCould, "unable": pUnable, "to": pTo, "too": pToo, "many": pMany, "timed": pTimed,
		"out": pOut, "found": pFound, "such": pSuch, "ok": pOk, "exist": pExist, "exit": pExit, "exited": pExit, "exits": pExit,
		"with": pWith, "code": pCode, "status": pStatus, "build": pBuild, "success": pOutcome, "successful": pOutcome,
		"failed": pOutcome, "failure": pOutcome, "process": pProcess, "completed": pCompleted, "killed": pKilled, "by": pBy,
		"compile": pCompile, "finished": pFinished, "in": pIn, "done": pDone, "result": pResult, "direct": pDirect,
		"cause": pCause, "root": pRoot, "total": pTotal, "totals": pTotal, "size": pSize, "time": pTime, "ran": pRan,
		"files": pFiles, "file": pFiles, "changed": pChanged, "high": pHigh, "severity": pSeverity, "tests": pTests,
		"run": pRun, "previous": pPrevious, "errors": pErrors, "core": pCore, "dumped": pDumped, "data": pData, "race": pRace,
		"segmentation": pSegmentation, "fault": pFault, "of": pOf, "memory": pMemory, "another": pAnother,
		"exception": pException, "went": pWent, "wrong": pWrong,
	} {
		m := v[w]
		m.pair = p
		v[w] = m
	}
	return v
}

// errnos are the system's and package managers' error names in capitals.
var errnos = func() map[string]bool {
	v := map[string]bool{}
	for _, w := range []string{"EACCES", "EADDRINUSE", "EADDRNOTAVAIL", "EAGAIN", "EBADF", "EBUSY", "ECONNABORTED",
		"ECONNREFUSED", "ECONNRESET", "EEXIST", "EFAULT", "EHOSTUNREACH", "EINTR", "EINVAL", "EIO", "EISDIR", "ELOOP", "EMFILE",
		"ENAMETOOLONG", "ENETUNREACH", "ENFILE", "ENODEV", "ENOENT", "ENOEXEC", "ENOMEM", "ENOSPC", "ENOTCONN", "ENOTDIR",
		"ENOTEMPTY", "ENOTFOUND", "ENOTSUP", "ENXIO", "EPERM", "EPIPE", "EPROTO", "EROFS", "ESRCH", "ETIMEDOUT", "EXDEV",
		"EBADENGINE", "EINTEGRITY", "ELIFECYCLE", "ERESOLVE", "EUSAGE", "ENOTTY", "ECHILD", "ERANGE", "EOPNOTSUPP"} {
		v[w] = true
	}
	return v
}()

// maxWord is the length in bytes beyond which no word is looked up.
const maxWord = 24

// likely holds a bit for each length, first and last letter of a word in the
// vocabulary: most words of a text are ruled out by them alone.
var likely = func() (t [(maxWord + 1) << 10 / 64]uint64) {
	for w := range vocabulary {
		k := outline([]byte(w))
		t[k/64] |= 1 << (k % 64)
	}
	return t
}()

// outline numbers words by their length, first and last letter, whatever the case.
// It must not be asked for words that are empty or longer than maxWord.
func outline(word []byte) uint {
	return uint(len(word))<<10 | uint(word[0]&31)<<5 | uint(word[len(word)-1]&31)
}

// look finds what a word means; buf avoids an allocation.
func look(word []byte, buf *[maxWord]byte) (meaning, bool) {
	if len(word) == 0 || len(word) > maxWord {
		return meaning{}, false
	}
	if k := outline(word); likely[k/64]&(1<<(k%64)) == 0 {
		return meaning{}, false
	}
	for i, c := range word {
		if upper(c) {
			c |= 0x20
		}
		buf[i] = c
	}
	m, ok := vocabulary[string(buf[:len(word)])]
	return m, ok
}

// failureName reports whether a word is the name of an error type or ends in one:
// ValueError, IOException, connection_error, but not Default.
func failureName(w []byte) bool {
	if len(w) < 3 {
		return false
	}
	for _, s := range failureEnds[w[len(w)-1]] {
		if n := len(w) - len(s); n > 0 && string(w[n:]) == s {
			return true
		}
	}
	return w[0] == 'E' && errnos[string(w)]
}

// failureEnds are the ends of the names of error types, by their last byte.
var failureEnds = func() (t [256][]string) {
	for _, s := range []string{"Error", "Exception", "Failure", "Fault", "Errors", "Exceptions", "Failures",
		"_error", "_failed", "_failure", "_ERROR", "_FAILED", "_FAILURE", "_EXCEPTION", "ERROR"} {
		t[s[len(s)-1]] = append(t[s[len(s)-1]], s)
	}
	return t
}()
