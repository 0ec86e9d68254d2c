import { expect, it } from 'vitest';
import { isLoopbackHost } from './setting-values.ts';

it.each(['localhost', 'Site.LOCALHOST', '127.0.0.1', '127.0.0.2', '::1', '[::1]'])(
  '%s is this machine',
  (host) => expect(isLoopbackHost(host)).toBe(true),
);

it.each(['localhost.example', 'mylocalhost', '128.0.0.1', '127.0.0.1.example', '::2'])(
  '%s is another machine',
  (host) => expect(isLoopbackHost(host)).toBe(false),
);
