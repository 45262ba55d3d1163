package channel

import "net/http"

// Route is one path that a codec serves. Its requests carry the platform's own signature, or a key of it, which Serve checks.
type Route struct {
	Method, Path string
	About        string
	Form, JSON   bool   // what the body is
	Kind         string // media type of the answer; "" = a socket
	Serve        func(http.ResponseWriter, *http.Request) error
}

// Stats is what a codec counts.
type Stats struct {
	Live        int64 // calls that are connected
	Calls       int64 // connections so far
	Resumed     int64 // of them, those of a call whose connection was lost
	Turns       int64
	Interrupted int64 // times that a caller spoke over an answer
	Transferred int64 // callers put through to a person
	Refused     int64 // requests with no, or a wrong, signature
}
