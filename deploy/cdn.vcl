# The CDN rules of docs/deploy.md for Varnish 7. Start it with -p http_gzip_support=off: the
# server already compresses responses with gzip and Brotli.
vcl 4.1;

backend website {
    .host = "127.0.0.1";
    .port = "3000";
}

sub vcl_recv {
    if (req.url ~ "^/(healthz|readyz)") {
        return (synth(403));
    }
    # Inquiries. X-Forwarded-For is kept for the rate limit.
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # The token of the thank-you page and action links belong to one visitor.
    if (req.url ~ "^/contact\?" || req.url ~ "^/(api|follow-up)/") {
        return (pass);
    }
    set req.url = regsub(req.url, "\?.*$", "");

    # Normalizes Accept-Encoding to the variants that the server has.
    if (req.http.Accept-Encoding ~ "\bbr\b") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    return (hash);
}

sub vcl_backend_response {
    # Cached for a minute, where `no-cache` would revalidate each time. After an upgrade, invalidate
    # all pages with `varnishadm "ban req.url ~ ."`.
    if (!bereq.uncacheable && beresp.status == 200 && beresp.http.Cache-Control ~ "no-cache") {
        set beresp.ttl = 60s;
        set beresp.keep = 1h;
        return (deliver);
    }
}
