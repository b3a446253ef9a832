// Package mux has the declarations of the router that the cases use.
package mux

import "net/http"

type Router struct{}

type Route struct{}

func NewRouter() *Router { return &Router{} }

func (r *Router) UseEncodedPath() *Router                                            { return r }
func (r *Router) HandleFunc(string, func(http.ResponseWriter, *http.Request)) *Route { return nil }

func Vars(*http.Request) map[string]string { return nil }

func (r *Router) PathPrefix(string) *Route { return nil }

func (r *Router) ServeHTTP(http.ResponseWriter, *http.Request) {}

func (r *Route) Methods(...string) *Route { return r }

func (r *Route) Subrouter() *Router { return nil }
