import { type RawBuilder, sql } from 'kysely';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';
import { arrivedAfter } from './list-inquiries.ts';
import { readHistories } from './read-history.ts';
import { normalizeEmail, toSearchKey } from './search-keys.ts';
import type { StoredInquiry } from './stored-inquiry.ts';

const maxEntries = 4;
/** Bounds the work for an address or domain with very many inquiries. */
const maxRows = 100;

const fields = [
  ...(['id', 'receivedAt', 'status', 'qualified'] as const),
  ...(['firstName', 'lastName', 'email', 'company'] as const),
];

export interface EarlierInquiry extends Pick<
  StoredInquiry,
  Exclude<(typeof fields)[number], 'qualified'>
> {
  qualified?: boolean;
  /** Time of the last status change, ISO 8601 in UTC. */
  changedAt?: string;
}

/** Inquiries that arrived before another one. */
export interface EarlierInquiries {
  /** Their common address or domain. */
  from: string;
  /** Newest first. */
  entries: EarlierInquiry[];
  /** Number beyond `entries`. */
  more: number;
}

/** Expressions of the index `inquiries_by_domain`. */
const domainKeys: Record<Store['kind'], RawBuilder<string>> = {
  sqlite: sql`substr(search_email, instr(search_email, '@') + 1)`,
  postgres: sql`split_part(search_email, '@', 2)`,
};

/**
 * Reads the earlier inquiries from an inquiry's address and, unless a mail provider's, from other
 * addresses on its domain. Considers the last 100 of each. Throws `StoreUnavailable`.
 */
export async function readEarlier(
  store: Store,
  { id, receivedAt, email }: StoredInquiry,
): Promise<EarlierInquiries[]> {
  const address = normalizeEmail(email);
  const domain = getCompanyDomain(address);
  const [sameAddressKey, sameDomainKey] = await Promise.all([
    readLatest(sql.ref('searchEmail'), toSearchKey(address)),
    domain === undefined ? [] : readLatest(domainKeys[store.kind], toSearchKey(domain)),
  ]);
  // The search keys ignore accents, but addresses differ by them.
  const bySender = sameAddressKey.filter((one) => normalizeEmail(one.email) === address);
  const byOthers = sameDomainKey.filter((one) => {
    const other = normalizeEmail(one.email);
    return other !== address && getCompanyDomain(other) === domain;
  });
  return [
    ...(await group(address, bySender)),
    ...(domain === undefined ? [] : await group(domain, byOthers)),
  ];

  function readLatest(key: RawBuilder<unknown>, value: string) {
    return wrapStoreErrors('The inquiries could not be read', () =>
      store.db
        .selectFrom('inquiries')
        .select(fields)
        .where(key, '=', value)
        .where(arrivedAfter({ receivedAt, id }, 'desc'))
        .orderBy('receivedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(maxRows)
        .execute(),
    );
  }

  async function group(
    from: string,
    rows: Awaited<ReturnType<typeof readLatest>>,
  ): Promise<EarlierInquiries[]> {
    if (rows.length === 0) return [];
    const listed = rows.slice(0, maxEntries);
    const histories = await readHistories(
      store,
      listed.map((row) => row.id),
    );
    const entries = listed.map(({ qualified, ...row }) => {
      const changes = histories.get(row.id)?.filter(({ assignee }) => assignee === undefined);
      const changedAt = changes?.at(-1)?.at;
      return {
        ...row,
        ...(typeof qualified === 'number' && { qualified: qualified === 1 }),
        ...(changedAt !== undefined && { changedAt }),
      };
    });
    return [{ from, entries, more: rows.length - listed.length }];
  }
}

/** Mail providers with a domain for each country, such as yahoo.co.uk. */
const international =
  /^(?:aol|gmx|googlemail|hotmail|live|mail|msn|outlook|protonmail|rocketmail|yahoo|yandex|ymail)\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

/** Other domains on which anybody can get an address. */
const freeMailDomains = new Set(
  `126.com 139.com 163.com 189.cn aim.com alice.it arcor.de att.net bellsouth.net bigpond.com
  bk.ru blueyonder.co.uk bluewin.ch bol.com.br btinternet.com btopenworld.com charter.net
  comcast.net cox.net duck.com earthlink.net email.cz fastmail.com fastmail.fm foxmail.com
  free.fr freemail.hu freenet.de gmail.com hanmail.net hey.com hushmail.com icloud.com
  inbox.lv inbox.ru interia.pl juno.com kakao.com laposte.net libero.it list.ru mac.com mailbox.org
  mailfence.com me.com naver.com ntlworld.com o2.pl online.de onet.pl optonline.net
  optusnet.com.au orange.fr pm.me posteo.de proton.me qq.com rambler.ru rediffmail.com
  rogers.com runbox.com sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com skynet.be sohu.com
  sympatico.ca t-online.de talktalk.net telenet.be telus.net terra.com.br tin.it tiscali.it
  tuta.com tuta.io tutanota.com tutanota.de uol.com.br usa.net verizon.net vip.qq.com virgilio.it
  virginmedia.com vodafone.de wanadoo.fr web.de windowslive.com windstream.net wp.pl xtra.co.nz
  yeah.net zohomail.com ziggo.nl`.split(/\s+/),
);

/** Returns the domain of a normalized address, unless it belongs to a mail provider. */
export function getCompanyDomain(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return international.test(domain) || freeMailDomains.has(domain) ? undefined : domain;
}
