import { expect, it, onTestFinished } from 'vitest';
import { actionLinks } from '../../content/action-links.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { createActionLinkRenderer } from '../entry-server.tsx';
import type { ActionLinkView } from './link-view.ts';

const assets = { scripts: [], getUrls: () => [], printStyles: '' };
const render = createActionLinkRenderer({ site: { year: 2026 }, assets });

const at = '2026-11-21T12:00:00.000Z';
const inquiry: StoredInquiry = {
  id: '0199a000-0000-7000-8000-000000000000',
  receivedAt: at,
  status: 'new',
  firstName: 'A\u00ADda',
  lastName: 'Lovelace',
  email: 'ada@x.example',
  company: 'Engines',
  role: 'Founder',
  persona: 'founder',
  companySize: '11-50',
  industry: '',
  fundingStage: '',
  investmentAmount: '',
  timeline: 'exploratory',
  message: 'Long-term\u202E owner\n\u00ADhere',
  assignee: 'Gra\u00ADce',
  assignedAt: at,
};

const assign: ActionLinkView = {
  state: 'open',
  action: 'assign',
  inquiry,
  lastChange: { at, status: 'new', assignee: 'Gra\u00ADce', by: 'A\u00ADnn' },
  step: { kind: 'assign', assignees: ['Gra\u00ADce'] },
  version: 'Gra\u00ADce',
  rejection: undefined,
  expiresAt: at,
  values: { by: 'A\u00ADnn', assignee: undefined, note: undefined },
};

it('shows hidden characters of what inquirers and colleagues wrote', () => {
  const page = render(assign);
  expect(page).toContain('A[U+00AD]da Lovelace, Engines');
  expect(page).toContain('Long-term[U+202E] owner\n[U+00AD]here');
  expect(page).toContain('Assigned to Gra[U+00AD]ce');
  expect(page).toContain('Gra[U+00AD]ce has had this inquiry since');
  expect(page).toContain('Gra[U+00AD]ce, since');
  expect(page).toContain('A[U+00AD]nn assigned it to Gra[U+00AD]ce');
  const question = render({ ...assign, rejection: { problem: 'unknown-name', name: 'B\u00ADen' } });
  expect(question).toContain('Nobody on the team has used the name B[U+00AD]en yet.');
});

it('shows hidden characters on pages without a form and of suspected spam', () => {
  const used = render({
    state: 'used',
    action: 'decline',
    inquiry,
    lastChange: { at, status: 'declined', by: 'A\u00ADnn' },
    closingChangeNumber: 1,
    usedAt: at,
    usedBy: 'A\u00ADnn',
    usedNote: null,
    unsavedNote: 'Called\u00AD her.',
    reopenPath: undefined,
  });
  expect(used).toContain('A[U+00AD]nn marked it as declined');
  expect(used).toContain('Called[U+00AD] her.');
  const suspected = render({
    state: 'suspected',
    action: 'spam-many',
    suspected: { count: 1, first: [{ ...inquiry, suspectedSpam: 'link in the name' }] },
    version: inquiry.id,
    rejection: undefined,
    notSpamPaths: ['/follow-up/x'],
    expiresAt: at,
    values: { by: undefined, assignee: undefined, note: undefined },
  });
  expect(suspected).toContain('A[U+00AD]da Lovelace, Engines');
  expect(suspected).toContain('Long-term[U+202E] owner');
});

// If the form changed such a name, nobody could replace that assignee.
it('posts names with their hidden characters', () => {
  const page = render({ ...assign, rejection: { problem: 'unknown-name', name: 'B\u00ADen' } });
  expect(page).toContain('name="version" value="Gra\u00ADce"');
  expect(page).toContain('name="questioned" value="B\u00ADen"');
  expect(page).toContain('<option value="Gra\u00ADce">');
  expect(page).toMatch(/name="by" value="A\u00ADnn"/);
});

it('keeps the soft hyphens of its own texts', () => {
  const { once } = actionLinks.expiry;
  const { by } = actionLinks.form;
  onTestFinished(() => {
    actionLinks.form.by = by;
    actionLinks.expiry.once = once;
  });
  actionLinks.form.by = 'Bearbeiter\u00ADname';
  expect(render(assign)).toContain('>Bearbeiter\u00ADname</label>');
});
