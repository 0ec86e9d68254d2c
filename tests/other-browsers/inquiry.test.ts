import { describe, expect, it, onTestFinished } from 'vitest';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startServer } from '../../tools/start-server.ts';
import { startFaultProxy } from '../fixtures/fault-proxy.ts';
import { settingsFor, temporaryFile } from '../fixtures/temporary-store.ts';
import { browsers, phone, visit } from './browsers.ts';
import { openHydrated, type Page, tabTo } from './page.ts';

const successMessage = "Thank you for your interest! We'll be in touch soon.";
const hydrateScript = /\/assets\/hydrate-/;

const typed = {
  firstName: 'Mara',
  lastName: 'Ellison',
  email: 'mara@northquay.example',
  company: 'Northquay Cold Storage',
  role: 'Chief Executive',
  industry: 'Food logistics',
};
/** Keys that select an option, and its value. */
const selections = {
  persona: { keys: 'Fo', value: 'founder' },
  companySize: { keys: '51', value: '51-200' },
  timeline: { keys: '3', value: '3-6months' },
};
const funding = { fundingStage: 'Series A', investmentAmount: '$5M' };
const message = 'We are looking for a long-term owner.';
const inquiry = {
  ...typed,
  persona: selections.persona.value,
  companySize: selections.companySize.value,
  ...funding,
  timeline: selections.timeline.value,
  message,
};

describe.each(browsers)('$name', (browser) => {
  it('the form is filled in by keyboard, keeps its draft by Back and after a reload, and is sent once', async () => {
    const site = await startSite();
    const page = await visit(browser, site.url, { screen: phone });
    await openHydrated(page, '/contact');
    await fillForm(page);
    const filled = await page.evaluate(readFormValues);
    expect(filled).toMatchObject(inquiry);
    await page.open('/about');
    await page.traverse(-1);
    await expect.poll(() => page.evaluate(readFormValues)).toEqual(filled);

    await page.reload();
    expect(await page.evaluate(readFormValues)).toEqual(filled);
    await page.press('Shift');
    await expect.poll(page.isHydrated).toBe(true);
    expect(await page.evaluate(readFormValues)).toEqual(filled);
    expect(await page.texts('.funding label')).toEqual(['Funding Stage', 'Funding Amount']);

    await tabTo(page, 'Send Inquiry');
    await page.press('Enter');
    await expect.poll(() => page.texts('[data-sonner-toast]')).toEqual([successMessage]);
    expect((await page.texts('.outcome'))[0]).toContain('Inquiry received');
    expect(await page.evaluate(readFormValues)).toEqual(emptyForm);
    expect(await page.evaluate(() => sessionStorage.getItem('inquiry'))).toBeNull();
    expect(await site.stored()).toEqual([inquiry]);
    expect(await page.messages()).toEqual([]);
  });

  it('no key is lost if hydration happens while typing', async () => {
    const site = await startSite();
    const proxy = await startFaultProxy(site.url.href, { holdRequests: hydrateScript });
    const page = await visit(browser, new URL(proxy.url));
    await page.open('/contact');
    await tabTo(page, 'message');
    await page.type('Before hydration, ');
    expect(await page.isHydrated()).toBe(false);
    proxy.release();
    const duringHydration = 'during it, '.repeat(10);
    await page.type(duringHydration);
    await expect.poll(page.isHydrated).toBe(true);
    await page.type('and after.');
    expect(await page.focused()).toBe('message');
    const { message } = await page.evaluate(readFormValues);
    expect(message).toBe(`Before hydration, ${duringHydration}and after.`);
    expect(await page.messages()).toEqual([]);
  });

  it('the form works without script: errors, then success', async () => {
    const site = await startSite();
    const page = await visit(browser, site.url, { screen: phone, javaScript: false });
    await page.open('/contact');
    await tabTo(page, 'firstName');
    await page.type('Mara');
    await page.press('Enter');
    await expect.poll(page.focused).toContain('9 fields need attention');
    expect(await page.texts('.field-error')).toHaveLength(9);
    expect(await page.evaluate(readFormValues)).toMatchObject({ firstName: 'Mara' });

    await page.open('/contact');
    await fillForm(page);
    await tabTo(page, 'Send Inquiry');
    await page.press('Enter');
    await expect.poll(page.address).toMatch(/^\/contact\?sent=[^#]+#sent$/);
    expect((await page.texts('.outcome'))[0]).toContain(successMessage);
    expect(await site.stored()).toEqual([inquiry]);
  });
});

const emptyForm = Object.fromEntries(
  ['honeypot', 'idempotencyKey', ...Object.keys(inquiry)].map((name) => [name, '']),
);

/** Fills in the fields in tab order. */
async function fillForm(page: Page) {
  for (const [name, text] of Object.entries(typed)) await fillField(page, name, text);
  await fillField(page, 'persona', selections.persona.keys);
  await fillField(page, 'companySize', selections.companySize.keys);
  for (const [name, text] of Object.entries(funding)) await fillField(page, name, text);
  await fillField(page, 'timeline', selections.timeline.keys);
  await fillField(page, 'message', message);
}

async function fillField(page: Page, field: string, text: string) {
  await tabTo(page, field);
  expect(await page.isFocusShown()).toBe(true);
  await page.type(text);
}

function readFormValues(): Record<string, string> {
  const [form] = document.forms;
  return Object.fromEntries(new FormData(form)) as Record<string, string>;
}

async function startSite() {
  const location = temporaryFile();
  const server = startServer({ ...settingsFor(location) });
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server.exited;
  });
  return {
    url: new URL(await server.url),
    async stored() {
      const store = await openStore(location);
      const inquiries = await listInquiries(store);
      await store.close();
      return inquiries.map((stored) =>
        Object.fromEntries(Object.keys(inquiry).map((name) => [name, stored[name as 'message']])),
      );
    },
  };
}
