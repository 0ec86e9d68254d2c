import { expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { SkipReason } from '../../store/tables.ts';
import { toIso } from '../../text/format-time.ts';
import { chooseDestinations } from './choose-destinations.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const reason = 'link in the company';

/** Reasons to skip the e-mail to the team and the acknowledgement; undefined if they are sent. */
type Skipped = [team: SkipReason | undefined, inquirer: SkipReason | undefined];

it.each<[string, number, string | null, string, Skipped]>([
  ['the first', 0, null, 'ada', [undefined, undefined]],
  ['the 30th of an hour', 29, null, 'ada', [undefined, undefined]],
  ['the 31st of an hour', 30, null, 'ada', ['flood', undefined]],
  ['a second one of an address', 1, null, '0', [undefined, 'acknowledged-address']],
  ['the 31st, of a known address', 30, null, '0', ['flood', 'acknowledged-address']],
  ['the 51st of a day', 50, null, 'ada', ['flood', 'acknowledged-total']],
  ['the 51st, of a known address', 50, null, '0', ['flood', 'acknowledged-total']],
  ['the 10th, suspected', 9, reason, 'ada', [undefined, 'suspected-spam']],
  ['the 11th, suspected', 10, reason, 'ada', ['suspected-flood', 'suspected-spam']],
  [
    'the 51st, suspected, of a known address',
    50,
    reason,
    '0',
    ['suspected-flood', 'suspected-spam'],
  ],
])(
  '%s: programs are told, and the first policy that applies decides about others',
  async (_, earlier, suspectedSpam, name, skipped) => {
    const { store } = await temporaryStore();
    const destinations = [email, webhook, inquirer];
    for (let nth = 0; nth < earlier; nth += 1)
      await storeInquiry(store, { email: `${nth}@one.example` }, { at: now, destinations });
    const arrival = {
      email: `${name}@one.example`,
      receivedAt: toIso(now),
      suspectedSpam,
    };
    const recipients = await store.db
      .transaction()
      .execute((transaction) => chooseDestinations(transaction, arrival, destinations));
    const [team, inquirerReason] = skipped;
    expect(recipients).toEqual([
      { ...email, skipReason: team },
      { ...webhook, skipReason: undefined },
      { ...inquirer, skipReason: inquirerReason },
    ]);
  },
);
