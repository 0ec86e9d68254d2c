# The rules of docs/operations.md for a CDN, as Varnish 7 takes them. Start it with
# -p http_gzip_support=off: the server has compressed each answer already, in Brotli too.
vcl 4.1;

backend website {
    .host = "127.0.0.1";
    .port = "3000";
}

sub vcl_recv {
    if (req.url ~ "^/(healthz|readyz)") {
        return (synth(403));
    }
    # Inquiries, with script and without; the address before this is kept for the rate limit.
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # The token of a thank-you and a signed link are one reader's.
    if (req.url ~ "^/contact\?" || req.url ~ "^/(api|follow-up)/") {
        return (pass);
    }
    set req.url = regsub(req.url, "\?.*$", "");

    # As few variants as there are answers.
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
    # A minute without asking the server again, which `no-cache` would have it do each time. After
    # an upgrade, `varnishadm "ban req.url ~ ."` forgets all pages.
    if (!bereq.uncacheable && beresp.status == 200 && beresp.http.Cache-Control ~ "no-cache") {
        set beresp.ttl = 60s;
        set beresp.keep = 1h;
        return (deliver);
    }
}
