import { describe, expect, it, onTestFinished } from 'vitest';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startServer } from '../../tools/start-server.ts';
import { startFaultProxy } from '../fixtures/fault-proxy.ts';
import { settingsFor, temporaryFile } from '../fixtures/temporary-store.ts';
import { browsers, desktop, phone, visit } from './browsers.ts';
import { openApplication, type Page, tabTo } from './page.ts';

const thanks = "Thank you for your interest! We'll be in touch soon.";
const hydrateScript = /\/assets\/hydrate-/;

const typed = {
  firstName: 'Mara',
  lastName: 'Ellison',
  email: 'mara@northquay.example',
  company: 'Northquay Cold Storage',
  role: 'Chief Executive',
  industry: 'Food logistics',
};
/** What a keyboard finds a choice by, and its value. */
const chosen = {
  persona: { keys: 'Fo', value: 'founder' },
  companySize: { keys: '51', value: '51-200' },
  timeline: { keys: '3', value: '3-6months' },
};
const funding = { fundingStage: 'Series A', investmentAmount: '$5M' };
const message = 'We are looking for a long-term owner.';
const inquiry = {
  ...typed,
  persona: chosen.persona.value,
  companySize: chosen.companySize.value,
  ...funding,
  timeline: chosen.timeline.value,
  message,
};

describe.each(browsers)('$name', (browser) => {
  it.each([phone, desktop])(
    'fills in the whole form by keyboard and sends it once, at $width pixels',
    async (screen) => {
      const site = await startSite();
      const page = await visit(browser, site.url, { screen });
      await openApplication(page, '/contact');
      await fillIn(page);
      await tabTo(page, 'Send Inquiry');
      await page.press('Enter');

      await expect.poll(() => page.texts('[data-sonner-toast]')).toEqual([thanks]);
      expect((await page.texts('.outcome'))[0]).toContain(thanks);
      expect(await page.evaluate(valuesOfForm)).toEqual(emptyForm);
      expect(await page.evaluate(() => sessionStorage.getItem('inquiry'))).toBeNull();
      expect(await site.stored()).toEqual([inquiry]);
      expect(await page.messages()).toEqual([]);
    },
  );

  it('says what is missing, moves there and takes each message back', async () => {
    const site = await startSite();
    const page = await visit(browser, site.url, { screen: phone });
    await openApplication(page, '/contact');
    await page.click('.inquiry .button', 'Send Inquiry');

    await expect.poll(() => page.texts('.error-summary a')).toHaveLength(10);
    await expect.poll(page.focused).toContain('Please correct 10 things');
    expect(await page.texts('.field-error')).toEqual([
      'First name is required',
      'Last name is required',
      'Please enter a valid email address',
      'Company is required',
      'Role is required',
      'Industry is required',
      'Please choose what describes you',
      'Please choose a company size',
      'Please choose a timeline',
      'Please provide more details (at least 10 characters)',
    ]);
    await page.click('.error-summary a', 'Please enter a valid email address');
    expect(await page.focused()).toBe('email');
    await page.type('mara@northquay.example');
    await expect.poll(() => page.texts('.error-summary a')).toHaveLength(9);
    expect(await page.address()).toBe('/contact');
    expect(await site.stored()).toEqual([]);
  });

  it('has a draft back after a reload, before the application runs and after', async () => {
    const site = await startSite();
    const page = await visit(browser, site.url);
    await openApplication(page, '/contact');
    await fillIn(page);
    const filled = await page.evaluate(valuesOfForm);
    expect(filled).toMatchObject(inquiry);

    await page.reload();
    expect(await page.evaluate(valuesOfForm)).toEqual(filled);
    await page.press('Shift');
    await expect.poll(page.isTakenOver).toBe(true);
    expect(await page.evaluate(valuesOfForm)).toEqual(filled);
    expect(await page.texts('.funding label')).toEqual(['Funding Stage', 'Funding Amount']);
    await page.open('/about');
    await page.traverse(-1);
    await expect.poll(() => page.evaluate(valuesOfForm)).toEqual(filled);
  });

  it('loses no key where the application takes over in the middle of typing', async () => {
    const site = await startSite();
    const proxy = await startFaultProxy(site.url.href, { holdRequests: hydrateScript });
    const page = await visit(browser, new URL(proxy.url));
    await page.open('/contact');
    await tabTo(page, 'message');
    await page.type('Before it runs, ');
    expect(await page.isTakenOver()).toBe(false);
    proxy.release();
    const meanwhile = 'while it starts, '.repeat(10);
    await page.type(meanwhile);
    await expect.poll(page.isTakenOver).toBe(true);
    await page.type('and after.');
    expect(await page.focused()).toBe('message');
    const { message } = await page.evaluate(valuesOfForm);
    expect(message).toBe(`Before it runs, ${meanwhile}and after.`);
    expect(await page.messages()).toEqual([]);
  });

  it('says that it is sending, and then thanks', async () => {
    const site = await startSite();
    const proxy = await startFaultProxy(site.url.href, { holdRequests: /\/api\/contact-form/ });
    const page = await visit(browser, new URL(proxy.url));
    await openApplication(page, '/contact');
    await fillIn(page);
    await page.click('.inquiry .button', 'Send Inquiry');
    await expect.poll(() => page.texts('.inquiry .button')).toEqual(['Submitting...']);
    proxy.release();
    await expect.poll(() => page.texts('[data-sonner-toast]')).toEqual([thanks]);
    expect(await site.stored()).toEqual([inquiry]);
  });

  it('posts the form without script, with its messages before and its thanks after', async () => {
    const site = await startSite();
    const page = await visit(browser, site.url, { screen: phone, javaScript: false });
    await page.open('/contact');
    await tabTo(page, 'firstName');
    await page.type('Mara');
    await page.press('Enter');
    await expect.poll(() => page.texts('.error-summary a')).toHaveLength(9);
    await expect.poll(page.focused).toContain('Please correct 9 things');
    expect(await page.evaluate(valuesOfForm)).toMatchObject({ firstName: 'Mara' });

    await page.open('/contact');
    await fillIn(page);
    await tabTo(page, 'Send Inquiry');
    await page.press('Enter');
    await expect.poll(page.address).toMatch(/^\/contact\?sent=[^#]+#sent$/);
    expect((await page.texts('.outcome'))[0]).toContain(thanks);
    expect(await site.stored()).toEqual([inquiry]);
  });
});

const emptyForm = Object.fromEntries(
  ['honeypot', 'idempotencyKey', ...Object.keys(inquiry)].map((name) => [name, '']),
);

/** In the order of the form, as a keyboard goes through it. */
async function fillIn(page: Page) {
  for (const [name, text] of Object.entries(typed)) await fill(page, name, text);
  await fill(page, 'persona', chosen.persona.keys);
  await fill(page, 'companySize', chosen.companySize.keys);
  for (const [name, text] of Object.entries(funding)) await fill(page, name, text);
  await fill(page, 'timeline', chosen.timeline.keys);
  await fill(page, 'message', message);
}

async function fill(page: Page, field: string, text: string) {
  await tabTo(page, field);
  expect(await page.isFocusShown()).toBe(true);
  await page.type(text);
}

function valuesOfForm(): Record<string, string> {
  const [form] = document.forms;
  return Object.fromEntries(new FormData(form)) as Record<string, string>;
}

async function startSite() {
  const location = temporaryFile();
  const server = startServer({ ...settingsFor(location), LOG_LEVEL: 'error' });
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
