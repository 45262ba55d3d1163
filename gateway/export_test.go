package gateway

import "net"

// Cork is a connection that can hold back what is written to it.
type Cork struct{ c *corked }

// NewCork puts one around a connection.
func NewCork(conn net.Conn) Cork { return Cork{&corked{Conn: conn}} }

func (c Cork) Write(b []byte) (int, error) { return c.c.Write(b) }
func (c Cork) On()                         { c.c.cork() }
func (c Cork) Off() error                  { return c.c.uncork() }
