import { maxBodyBytes } from '../src/http/request-limits.ts';
import { createFakeInquiry } from './fake-inquiry.ts';

/** Paths of action links by state. The first four are valid. */
export interface LinkPaths {
  open: string;
  assign: string;
  /** Link for all suspected spam. */
  many: string;
  /** Link to an inquiry that another link has closed. */
  closed: string;
  deleted: string;
  expired: string;
  forged: string;
}

/** A text that may be expensive to parse: `unit`, repeated as often as the limits permit. */
export interface DearText {
  name: string;
  start: string;
  unit: string;
  /** Keeps the text from being trimmed, and lets a pattern fail late. */
  end: string;
}

const repeated = (unit: string, name = JSON.stringify(unit)) => ({
  name,
  start: 'x',
  unit,
  end: 'x',
});

const whitespace = [' ', '\t', '\n', '\r\n', ' \n', '\u00a0', '\u0085', '\u2028'];
const percent = ['%', '%2f', '%zz', '%ffa', '%ff/', '%C3%A9', '%00'];
const signs = [
  '/',
  '+',
  ',',
  ';',
  '.',
  '"',
  "'",
  '=',
  '&',
  ':',
  '@',
  '<',
  '>',
  '(',
  '[',
  '{',
  '\\',
];
const sequences = ['&lt;', '<!--', 'www.', 'http://a ', 'a@a.', ', a', '" "', '../', 'a-', '1-'];

/** Texts that are known to be expensive for a pattern, normalization, decoder or template. */
const dearTexts: readonly DearText[] = [
  ...[...whitespace, ...percent, ...signs, ...sequences].map((unit) => repeated(unit)),
  repeated('0', 'digits'),
  repeated('\u0000', 'NUL'),
  repeated('\u0344\u0316', 'U+0344 U+0316'),
  repeated('\u0301\u0316', 'U+0301 U+0316'),
  repeated('\u0316\u0301', 'U+0316 U+0301'),
  repeated('\u0f71\u0f72\u0f74\u0f39', 'Tibetan vowels'),
  repeated('\u3164', 'Hangul fillers'),
  repeated('\u1100\u1161\u11a8', 'Hangul jamo'),
  repeated('\ufdfa', 'U+FDFA, 18 characters in NFKC'),
  repeated('\uff21', 'full-width letters'),
  repeated('\ud800', 'lone surrogates'),
  repeated('👩‍👩‍👧‍👦', 'emoji with joiners'),
  repeated('\u200d', 'joiners'),
  repeated('\u202e', 'U+202E'),
  { name: 'labels of a domain', start: 'a@', unit: 'a-.', end: '!' },
  { name: 'labels of a mailbox', start: 'a', unit: '.a', end: '@!' },
  { name: 'brackets of an address', start: '<', unit: 'a@a.aa<', end: '>' },
];

/** Less than the limit of headers, 8 KiB, to leave space for those of each request. */
const maxHeaderBytes = 7700;

type Encode = (text: string) => string;

const raw: Encode = (text) => text;
/** Percent-encodes a text, and a lone surrogate as if UTF-8 allowed it. */
const percentEncode: Encode = (text) =>
  Array.from(text, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80',
  ).join('');
const jsonEncode: Encode = (text) => JSON.stringify(text).slice(1, -1);
const jsonEscape: Encode = (text) =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Repeats a text as often as its encoded form fits into `maxBytes`. */
function fill(text: DearText, maxBytes: number, encode: Encode): string {
  const start = encode(text.start);
  const unit = encode(text.unit);
  const end = encode(text.end);
  const free = maxBytes - Buffer.byteLength(start + end);
  return start + unit.repeat(Math.max(1, free / Buffer.byteLength(unit))) + end;
}

/** Joins as many different parts as fit into `maxBytes`. */
function joinMany(maxBytes: number, write: (nth: number) => string): string {
  let text = '';
  for (let nth = 0; text.length < maxBytes - 30; nth += 1) text += write(nth);
  return text;
}

const host = 'Host: firm.example\r\n';

const get = (target: string, lines = host) => Buffer.from(`GET ${target} HTTP/1.1\r\n${lines}\r\n`);

function post(target: string, type: string, body: string, lines = host): Buffer {
  const bytes = Buffer.from(body);
  const length = `Content-Length: ${bytes.byteLength}\r\n`;
  const typeLine = /^content-type:/im.test(lines) ? '' : `Content-Type: ${type}\r\n`;
  return Buffer.concat([
    Buffer.from(`POST ${target} HTTP/1.1\r\n${lines}${typeLine}${length}\r\n`),
    bytes,
  ]);
}

/** Creates a POST whose body has chunks of one byte (RFC 9112, 7.1). */
function postChunks(target: string, type: string, count: number, extension = ''): Buffer {
  const chunks = `1${extension}\r\nx\r\n`.repeat(count);
  const lines = `${host}Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n`;
  return Buffer.from(`POST ${target} HTTP/1.1\r\n${lines}\r\n${chunks}0\r\n\r\n`);
}

/** The request with which others are compared. It gets the page without compression. */
export const cachedPage: Buffer = get('/');

const api = '/api/contact-form';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const valid: Record<string, string> = { ...createFakeInquiry(0), honeypot: '' };
export const validPost: Buffer = post(api, json, JSON.stringify(valid));

interface DearRequest {
  /** Name of the parser of the part whose text a client chooses. */
  parser: string;
  name: string;
  bytes: Buffer;
}

/**
 * A part of a request whose text a client chooses. `write` returns undefined if the part cannot
 * contain a text.
 */
interface Place {
  parser: string;
  name: string;
  write: (text: DearText) => Buffer | undefined;
}

/** Starts of request targets, by the parser of the text that follows. */
const listTargets = (links: LinkPaths): Record<string, string[]> => ({
  path: ['/', '/about/', '/contact/', '/assets/', '/healthz/', `${api}/`],
  query: ['/about?', '/about/?', '/contact?', '/contact?sent=', '/contact?sent=2026-11-21T12:00Z'],
  'absolute-form': ['http://firm.example/', 'http://', 'http://a:'],
  'path of a link': ['/follow-up/', '/follow-up/a/b/', links.forged, links.forged.slice(0, 60)],
  'end of a link': [links.open, `${links.open}?`, links.expired],
});

function listTargetPlaces(links: LinkPaths): Place[] {
  const write = (start: string, text: DearText, encode: Encode) => {
    const target = start + fill(text, maxHeaderBytes - start.length, encode);
    return /[\s\p{Cc}]/u.test(target) ? undefined : get(target);
  };
  return Object.entries(listTargets(links)).flatMap(([parser, starts]) =>
    starts.flatMap((start) => [
      { parser, name: `GET ${start}…`, write: (text) => write(start, text, raw) },
      {
        parser,
        name: `GET ${start}… percent-encoded`,
        write: (text) => write(start, text, percentEncode),
      },
    ]),
  );
}

const readHeaders = [
  'Accept-Encoding',
  'Connection',
  'Content-Encoding',
  'Content-Type',
  'Cookie',
  'Expect',
  'Host',
  'If-None-Match',
  'Origin',
  'Sec-Fetch-Site',
  'Service-Worker',
  'X-Forwarded-For',
];

function listHeaderPlaces(links: LinkPaths): Place[] {
  const writeLines = (start: string, text: DearText) => {
    const line = fill({ ...text, start: start + text.start }, maxHeaderBytes, raw);
    if (/[^\P{Cc}\t]/u.test(line)) return undefined;
    return `${start.startsWith('Host:') ? '' : host}${line}\r\n`;
  };
  const list = (parser: string, start: string): Place[] => [
    ...['/about', '/nowhere', links.open].map((target) => ({
      parser,
      name: `GET ${target} with ${start}…`,
      write: (text: DearText) => {
        const lines = writeLines(start, text);
        return lines === undefined ? undefined : get(target, lines);
      },
    })),
    ...[api, '/contact', links.open].map((target) => ({
      parser,
      name: `POST ${target} with ${start}…`,
      write: (text: DearText) => {
        const lines = writeLines(start, text);
        if (lines === undefined) return undefined;
        return post(target, target === api ? json : form, '{}', lines);
      },
    })),
  ];
  return [
    ...readHeaders.flatMap((name) => list(name, `${name}: `)),
    ...list('Cookie', 'Cookie: name='),
    ...list('Origin', 'Origin: https://'),
    ...list('Content-Type', `Content-Type: ${form};`),
    ...list('X-Forwarded-For', 'X-Forwarded-For: [::1%'),
  ];
}

/** Fields that are also sent with each character encoded: one field of each kind. */
const fullyEncoded = new Set(['firstName', 'email', 'message', 'by', 'note']);

function listJsonPlaces(): Place[] {
  const list = (parser: string, name: string, start: string, end: string, encode: Encode) => {
    const maxBytes = maxBodyBytes - Buffer.byteLength(start + end);
    const write = (text: DearText) => post(api, json, start + fill(text, maxBytes, encode) + end);
    return { parser, name: `POST ${api}, ${name}`, write };
  };
  const ofFields = Object.keys(valid).flatMap((field) => {
    const others = JSON.stringify({ ...valid, [field]: undefined }).slice(0, -1);
    const start = `${others},"${field}":"`;
    const parser = `JSON, ${field}`;
    const encoded = list(parser, `${field} of JSON`, start, '"}', jsonEncode);
    const escaped = list(parser, `${field} of JSON in escapes`, start, '"}', jsonEscape);
    return fullyEncoded.has(field) ? [encoded, escaped] : [encoded];
  });
  return [
    ...ofFields,
    list('JSON', 'key', '{"', '":1}', jsonEncode),
    list('JSON', 'string', '"', '"', jsonEncode),
    list('JSON', 'string in an array', '[{"a":"', '"}]', jsonEncode),
    list('JSON', 'body', '', '', raw),
  ];
}

function listFormPlaces(parser: string, target: string, values: Record<string, string>): Place[] {
  const list = (part: string, name: string, start: string, encode: Encode) => {
    const maxBytes = maxBodyBytes - Buffer.byteLength(start);
    const write = (text: DearText) => post(target, form, start + fill(text, maxBytes, encode));
    return { parser: part, name: `POST ${target}, ${name}`, write };
  };
  const ofFields = Object.keys(values).flatMap((field) => {
    const others = new URLSearchParams(values);
    others.delete(field);
    const start = `${others}&${field}=`;
    const part = `${parser}, ${field}`;
    const typed = list(part, field, start, raw);
    const encoded = list(part, `${field} percent-encoded`, start, percentEncode);
    return fullyEncoded.has(field) ? [typed, encoded] : [typed];
  });
  return [
    ...ofFields,
    list(parser, 'body', '', raw),
    list(parser, 'percent-encoded key', '', percentEncode),
  ];
}

function listPlaces(links: LinkPaths): Place[] {
  // An outdated confirmation, so that the state of each link stays the same.
  const confirmation = { by: 'Grace', note: 'Called her.', shown: 'Spam' };
  return [
    ...listTargetPlaces(links),
    ...listHeaderPlaces(links),
    ...listJsonPlaces(),
    ...listFormPlaces('form', '/contact', valid),
    ...listFormPlaces('link', links.open, confirmation),
    ...listFormPlaces('link that assigns', links.assign, { ...confirmation, assignee: 'Ann' }),
    ...listFormPlaces('link for all suspected spam', links.many, confirmation),
    ...listFormPlaces('link of a closed inquiry', links.closed, confirmation),
    ...listFormPlaces('link that is forged', links.forged, confirmation),
  ];
}

/** JSON with an expensive structure. */
const jsonStructures: Record<string, string> = {
  'an open array of arrays': '['.repeat(maxBodyBytes),
  'an array of arrays': '['.repeat(maxBodyBytes / 2) + ']'.repeat(maxBodyBytes / 2),
  'an open object of objects': '{"a":'.repeat(maxBodyBytes / 5),
  'an object of objects': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'a message of arrays': `{"message":${'['.repeat(32_000)}${']'.repeat(32_000)}}`,
  'repeated keys': `{${'"a":1,'.repeat(10_900)}"a":1}`,
  'repeated fields': `{${'"email":1,'.repeat(6000)}"a":1}`,
  'thousands of keys': `{${joinMany(maxBodyBytes, (nth) => `"k${nth.toString(36)}":1,`)}"":1}`,
  'thousands of indexes': `{${joinMany(maxBodyBytes, (nth) => `"${nth}":1,`)}"":1}`,
  prototypes: `${'{"__proto__":'.repeat(4600)}1${'}'.repeat(4600)}`,
  'an array of numbers': `[${'1,'.repeat(32_000)}1]`,
  'an array of objects': `[${'{},'.repeat(21_000)}1]`,
  'a number of 60,000 digits': '1'.repeat(60_000),
  'a fraction of 60,000 digits': `1.${'1'.repeat(60_000)}e99`,
};

const formStructures: Record<string, string> = {
  'thousands of keys': joinMany(maxBodyBytes, (nth) => `${nth.toString(36)}=&`),
  'pairs without a value': '&a'.repeat(maxBodyBytes / 2),
  'repeated fields': '&by=a&email=a'.repeat(maxBodyBytes / 13),
  nothing: '',
};

function listBodies(links: LinkPaths): DearRequest[] {
  const targets = { [api]: json, '/contact': form, [links.open]: form, '/about': form };
  const requests: DearRequest[] = [];
  for (const [name, body] of Object.entries(jsonStructures))
    requests.push({ parser: 'JSON', name: `POST ${api}, ${name}`, bytes: post(api, json, body) });
  for (const target of ['/contact', links.open])
    for (const [name, body] of Object.entries(formStructures))
      requests.push({
        parser: 'form',
        name: `POST ${target}, ${name}`,
        bytes: post(target, form, body),
      });
  for (const [target, type] of Object.entries(targets)) {
    const add = (parser: string, name: string, bytes: Buffer) =>
      requests.push({ parser, name: `POST ${target}, ${name}`, bytes });
    add('length of a body', 'a megabyte', post(target, type, 'x'.repeat(1_000_000)));
    add('length of a body', '70 kB', post(target, type, 'x'.repeat(70_000)));
    add('length of a body', '64 KiB', post(target, type, 'x'.repeat(maxBodyBytes)));
    add('Transfer-Encoding', 'chunks of a byte', postChunks(target, type, 60_000));
    add('Transfer-Encoding', 'a megabyte in chunks of a byte', postChunks(target, type, 160_000));
    add(
      'Transfer-Encoding',
      'long chunk extensions',
      postChunks(target, type, 8, `;${'a;'.repeat(4000)}`),
    );
  }
  const inquiries = { 'a valid inquiry': valid, 'an invalid inquiry': { ...valid, email: 'ada' } };
  for (const [name, inquiry] of Object.entries(inquiries)) {
    const body = JSON.stringify({ ...inquiry, lastName: name });
    const formBody = `${new URLSearchParams({ ...inquiry, lastName: name })}`;
    requests.push(
      { parser: 'inquiry', name: `POST ${api}, ${name}`, bytes: post(api, json, body) },
      {
        parser: 'inquiry',
        name: `POST /contact, ${name}`,
        bytes: post('/contact', form, formBody),
      },
    );
  }
  return requests;
}

function listHeaderNames(links: LinkPaths): DearRequest[] {
  const many: Record<string, string> = {
    'many headers': joinMany(maxHeaderBytes, (nth) => `${nth.toString(36)}:\r\n`),
    'one header often': 'a:\r\n'.repeat(maxHeaderBytes / 4),
    'many Cookie headers': 'Cookie:a\r\n'.repeat(maxHeaderBytes / 10),
    'many cookies': `Cookie: ${joinMany(maxHeaderBytes, (nth) => `${nth.toString(36)}=a;`)}\r\n`,
  };
  return ['/about', '/nowhere', links.open].flatMap((target) =>
    Object.entries(many).map(([name, lines]) => ({
      parser: 'names of headers',
      name: `GET ${target}, ${name}`,
      bytes: get(target, host + lines),
    })),
  );
}

function listLinkRequests(links: LinkPaths): DearRequest[] {
  const otherSite = `${host}Origin: https://other.example\r\n`;
  return Object.entries(links).flatMap(([state, path]) => {
    const requests = {
      opened: get(path),
      'of another type': post(path, 'text/plain', 'by=a'),
      'from another site': post(path, form, 'by=a', otherSite),
      'without values': post(path, form, ''),
      'of 70 kB': post(path, form, 'x'.repeat(70_000)),
    };
    return Object.entries(requests).map(([name, bytes]) => ({
      parser: 'state of a link',
      name: `link (${state}), ${name}`,
      bytes,
    }));
  });
}

function listPages(): DearRequest[] {
  const targets = ['/nowhere', '/about/', '/contact?sent=2026-11-21T12:00Z', '/healthz', api];
  const gets = targets.map((target) => ({
    parser: 'page',
    name: `GET ${target}`,
    bytes: get(target),
  }));
  const others = {
    HEAD: `HEAD / HTTP/1.1\r\n${host}\r\n`,
    DELETE: `DELETE / HTTP/1.1\r\n${host}\r\n`,
    'GET with a body': `GET / HTTP/1.1\r\n${host}Content-Length: 65536\r\n\r\n${'x'.repeat(65_536)}`,
  };
  const rest = Object.entries(others).map(([name, text]) => ({
    parser: 'page',
    name,
    bytes: Buffer.from(text),
  }));
  return [...gets, ...rest];
}

const listStructures = (links: LinkPaths) => [
  ...listPages(),
  ...listBodies(links),
  ...listHeaderNames(links),
  ...listLinkRequests(links),
];

const noLinks = {
  open: '',
  assign: '',
  many: '',
  closed: '',
  deleted: '',
  expired: '',
  forged: '',
};

/**
 * Names of the parsers of the server. Each parses a part of a request whose text a client chooses.
 */
export const parsers: readonly string[] = [
  ...new Set([...listPlaces(noLinks), ...listStructures(noLinks)].map(({ parser }) => parser)),
];

/**
 * Creates the requests to a parser: one with each expensive text, as long as the server permits.
 */
export function* createDearRequests(links: LinkPaths, parser: string): Generator<DearRequest> {
  for (const { name, write, ...place } of listPlaces(links)) {
    if (place.parser !== parser) continue;
    for (const text of dearTexts) {
      const bytes = write(text);
      if (bytes) yield { parser, name: `${name}: ${text.name}`, bytes };
    }
  }
  yield* listStructures(links).filter((request) => request.parser === parser);
}

/** Creates a request with `text` for each part of a request that can contain it. */
export const createRequestsWith = (links: LinkPaths, text: DearText): DearRequest[] =>
  listPlaces(links).flatMap(({ write, ...place }) => {
    const bytes = write(text);
    return bytes ? [{ ...place, bytes }] : [];
  });
