package app

import (
	"errors"
	"time"

	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/dashboard/talk"
	"github.com/evercart/evercart/gateway"
)

// storeWait is how long a change waits for a database that is away, whatever the channel.
func (s *Server) storeWait() time.Duration { return min(s.config.StoreWait, s.config.TurnLimit/2) }

// gateway builds the edge over the agent and the store.
func (s *Server) gateway(access gateway.Keys, e edges, voices []voice) (*gateway.Gateway, error) {
	pronounce, written := s.pronounce()
	reg := s.registry()
	if err := errors.Join(counted(reg, e.tickets.store), e.counted(reg)); err != nil {
		return nil, err
	}
	proxies, err := s.config.proxies()
	if err != nil {
		return nil, err
	}
	var mounts []gateway.Mount
	for _, v := range voices {
		if err := counts(reg, v.name, v.Stats); err != nil {
			return nil, err
		}
		mounts = append(mounts, mountsOf(v.Routes())...)
	}
	return gateway.New(gateway.Config{
		Conversation: e.agent, Sessions: e.Store, Shoppers: e.Store, Goods: e.goods, Catalog: e.index, Nodes: onDisk{e.Store, watchedDisk(s.folder)}, KeysThere: e.keysThere, Limiter: e.limiter, Parts: e.parts,
		Import: s.importer, HandOffs: e.tickets, Phones: e.agent, Pronounce: pronounce, Written: written, Registry: reg, Mounts: mounts,
		Shop: s.config.shop(), Page: talk.Files(), Images: catalog.Images(), Keys: access, Proxies: proxies, Origins: s.config.Origins, Hosts: s.config.Hosts,
		Clock: s.config.clock(), Log: s.log, Version: s.config.Version, StoreWait: s.storeWait(), Limits: gateway.Limits{Join: max(s.config.JoinWindow, time.Millisecond)},
	})
}
