package runner

import "crypto/x509"

// Trust makes s trust these certificates and not those of the system.
func (s *Server) Trust(roots *x509.CertPool) { s.roots = roots }
