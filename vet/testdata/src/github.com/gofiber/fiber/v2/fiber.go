// Package fiber has the declarations that the cases use.
package fiber

type (
	Config  struct{ UnescapePath bool }
	Handler = func(*Ctx) error
	App     struct{}
)

func New(...Config) *App                    { return &App{} }
func (a *App) Get(string, ...Handler) *App  { return a }
func (a *App) Post(string, ...Handler) *App { return a }

type Ctx struct{}

func (c *Ctx) Params(string, ...string) string    { return "" }
func (c *Ctx) Query(string, ...string) string     { return "" }
func (c *Ctx) FormValue(string, ...string) string { return "" }
func (c *Ctx) SendString(string) error            { return nil }
func (c *Ctx) Redirect(string, ...int) error      { return nil }
func (c *Ctx) Path(...string) string              { return "" }
func (c *Ctx) OriginalURL() string                { return "" }
func (c *Ctx) Cookies(string, ...string) string   { return "" }
