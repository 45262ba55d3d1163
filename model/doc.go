// Package model is what the brains share that ask a model server: how a conversation is cut to a budget and put into words, how
// long a server is waited for, what an answer costs, and when it is not asked at all. A vendor's dialect is in a room of its own.
package model
