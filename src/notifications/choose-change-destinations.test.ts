import { expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../tests/fixtures/destinations.ts';
import { statuses } from '../inquiry/status.ts';
import { chooseChangeDestinations } from './choose-change-destinations.ts';

const destinations = [email, webhook, inquirer];

it.each(statuses.filter((status) => status !== 'spam'))(
  'the team and programs are notified of the status %s, the inquirer is not',
  (status) => {
    const change = { status, assignee: undefined };
    expect(chooseChangeDestinations(destinations, change)).toEqual([email, webhook]);
  },
);

it('programs alone are notified of spam', () => {
  const change = { status: 'spam', assignee: undefined } as const;
  expect(chooseChangeDestinations(destinations, change)).toEqual([webhook]);
});

it.each(['Ada', ''])('the team is notified of an assignment to "%s", also of spam', (assignee) => {
  for (const status of ['new', 'spam'] as const)
    expect(chooseChangeDestinations(destinations, { status, assignee })).toEqual([email, webhook]);
});
