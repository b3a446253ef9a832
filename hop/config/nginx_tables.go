package config

import (
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
)

// nginxReadElsewhere are the directives that the reader follows, or lists, in its own
// way.
var nginxReadElsewhere = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	alias allow auth_basic auth_jwt auth_request break deny error_page http if include index internal
	large_client_header_buffers limit_except listen location merge_slashes proxy_cache_key recursive_error_pages
	proxy_pass proxy_set_header valid_referers return rewrite root satisfy server server_name set
	ssl_reject_handshake ssl_verify_client try_files`)
}}

// nginxHarmless are directives that change neither the path of a request, nor where it
// goes, nor the status that a plain GET gets. A directive that is not listed may.
var nginxHarmless = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	absolute_redirect access_log add_header add_trailer aio aio_write auth_basic_user_file
	auth_delay auth_request_set autoindex autoindex_exact_size autoindex_format
	autoindex_localtime charset charset_map charset_types chunked_transfer_encoding
	client_body_buffer_size client_body_in_file_only client_body_in_single_buffer
	client_body_temp_path client_body_timeout client_header_buffer_size client_header_timeout
	client_max_body_size connection_pool_size default_type directio directio_alignment
	error_log etag expires geo geoip_city geoip_country geoip_org geoip_proxy
	geoip_proxy_recursive gzip gzip_buffers gzip_comp_level gzip_disable gzip_http_version
	gzip_min_length gzip_proxied gzip_static gzip_types gzip_vary http2
	http2_body_preread_size http2_chunk_size http2_max_concurrent_streams
	http2_recv_buffer_size http3 http3_hq http3_max_concurrent_streams
	http3_stream_buffer_size if_modified_since ignore_invalid_headers keepalive_disable
	keepalive_min_timeout keepalive_requests keepalive_time keepalive_timeout limit_conn
	limit_conn_dry_run limit_conn_log_level limit_conn_status limit_conn_zone limit_rate
	limit_rate_after limit_req limit_req_dry_run limit_req_log_level limit_req_status
	limit_req_zone lingering_close lingering_time lingering_timeout log_format log_not_found
	log_subrequest map map_hash_bucket_size map_hash_max_size max_ranges more_clear_headers
	mirror mirror_request_body more_set_headers msie_padding msie_refresh open_file_cache open_file_cache_errors
	open_file_cache_min_uses open_file_cache_valid open_log_file_cache output_buffers
	override_charset port_in_redirect postpone_output quic_active_connection_id_limit
	quic_bpf quic_gso quic_host_key quic_retry read_ahead real_ip_header real_ip_recursive
	request_pool_size reset_timedout_connection resolver
	resolver_timeout rewrite_log send_lowat send_timeout sendfile sendfile_max_chunk
	server_name_in_redirect server_names_hash_bucket_size server_names_hash_max_size
	server_tokens set_real_ip_from source_charset split_clients ssl ssl_alpn ssl_buffer_size
	ssl_certificate ssl_certificate_cache ssl_certificate_key ssl_ciphers
	ssl_client_certificate ssl_conf_command ssl_crl ssl_dhparam ssl_early_data ssl_ecdh_curve
	ssl_ocsp ssl_ocsp_cache ssl_ocsp_responder ssl_password_file ssl_prefer_server_ciphers
	ssl_protocols ssl_session_cache ssl_session_ticket_key ssl_session_tickets
	ssl_session_timeout ssl_stapling ssl_stapling_file ssl_stapling_responder
	ssl_stapling_verify ssl_trusted_certificate ssl_verify_depth sub_filter
	sub_filter_last_modified sub_filter_once sub_filter_types subrequest_output_buffer_size
	tcp_nodelay tcp_nopush types types_hash_bucket_size types_hash_max_size
	underscores_in_headers uninitialized_variable_warn upstream userid userid_domain
	userid_expires userid_mark userid_name userid_p3p userid_path userid_service
	variables_hash_bucket_size variables_hash_max_size
	addition_types create_full_put_path dav_access dav_methods empty_gif flv geoip2
	http2_push http2_push_preload lua_package_cpath lua_package_path lua_shared_dict
	min_delete_depth mp4 mp4_buffer_size mp4_max_buffer_size proxy_cache_convert_head
	proxy_cache_methods proxy_method proxy_set_body slice ssi ssi_last_modified
	ssi_min_file_chunk ssi_silent_errors ssi_types ssi_value_length status_zone stub_status
	vhost_traffic_status_zone
	brotli brotli_buffers brotli_comp_level brotli_min_length brotli_static brotli_types
	brotli_window zstd zstd_buffers zstd_comp_level zstd_min_length zstd_static zstd_types
	proxy_bind proxy_buffer_size proxy_buffering proxy_buffers proxy_busy_buffers_size
	proxy_cache proxy_cache_background_update proxy_cache_bypass
	proxy_cache_lock proxy_cache_lock_age proxy_cache_lock_timeout proxy_cache_max_range_offset
	proxy_cache_min_uses proxy_cache_path proxy_cache_purge proxy_cache_revalidate
	proxy_cache_use_stale proxy_cache_valid proxy_connect_timeout proxy_cookie_domain
	proxy_cookie_flags proxy_cookie_path proxy_force_ranges proxy_headers_hash_bucket_size
	proxy_headers_hash_max_size proxy_hide_header proxy_http_version proxy_ignore_client_abort
	proxy_ignore_headers proxy_intercept_errors proxy_limit_rate proxy_max_temp_file_size
	proxy_next_upstream proxy_next_upstream_timeout proxy_next_upstream_tries proxy_no_cache
	proxy_pass_header proxy_pass_request_body proxy_pass_request_headers proxy_pass_trailers
	proxy_read_timeout proxy_redirect proxy_request_buffering proxy_send_lowat
	proxy_send_timeout proxy_socket_keepalive proxy_ssl_certificate proxy_ssl_certificate_key
	proxy_ssl_ciphers proxy_ssl_conf_command proxy_ssl_crl proxy_ssl_name
	proxy_ssl_password_file proxy_ssl_protocols proxy_ssl_server_name proxy_ssl_session_reuse
	proxy_ssl_trusted_certificate proxy_ssl_verify proxy_ssl_verify_depth proxy_store
	proxy_store_access proxy_temp_file_write_size proxy_temp_path`)
}}

// nginxIdle are the beginnings of directives that do something only beside a directive
// of the same module that is not followed, such as fastcgi_pass.
var nginxIdle = []string{"fastcgi_", "uwsgi_", "scgi_", "grpc_", "memcached_"}

// nginxShipped are files that come with nginx, with the packages of Debian, or with Certbot, and hold
// types, headers and settings of TLS only.
var nginxShipped = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`mime.types fastcgi_params uwsgi_params scgi_params proxy_params koi-utf koi-win
		win-utf snakeoil.conf options-ssl-nginx.conf`)
}}

// nginxTexts are files that come with nginx, or with the packages of Debian, and hold what a result
// depends on: that, where there is no such file beside the one that is read.
var nginxTexts = lazy.Value[map[string]string]{Make: func() map[string]string {
	name := "fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;"
	return map[string]string{
		"fastcgi.conf": name,
		"fastcgi-php.conf": `fastcgi_split_path_info ^(.+?\.php)(/.*)$; try_files $fastcgi_script_name =404;
			set $path_info $fastcgi_path_info; fastcgi_index index.php; ` + name,
	}
}}

// isNginxHarmless reports whether a directive changes no result.
func isNginxHarmless(name string) bool {
	if nginxHarmless.Get()[name] {
		return true
	}
	for _, prefix := range nginxIdle {
		if strings.HasPrefix(name, prefix) && name != prefix+"pass" {
			return true
		}
	}
	return false
}
