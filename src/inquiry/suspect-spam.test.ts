import { expect, it } from 'vitest';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { suspectSpam } from './suspect-spam.ts';

const urls = (count: number) => Array.from({ length: count }, (_, i) => `https://a.example/${i}`);

it.each<[Partial<typeof sampleInquiry>, string | undefined]>([
  [{}, undefined],
  [{ firstName: 'Win http://prize.example' }, 'link in the name'],
  [{ lastName: 'HTTPS://PRIZE.EXAMPLE' }, 'link in the name'],
  [{ company: 'www.prize.example' }, 'link in the company'],
  [{ company: 'Prizes (www.prize.example)' }, 'link in the company'],
  [{ role: 'See Www.Prize.example' }, 'link in the role'],
  [{ industry: 'SEO https://prize.example' }, 'link in the industry'],
  // Names that look like links.
  [{ company: 'Booking.com' }, undefined],
  [{ company: 'Awww.Pets', industry: 'http and https proxies' }, undefined],
  [{ role: 'CEO/founder: a.b.c' }, undefined],
  // The domain of the address does not matter.
  [{ email: 'ada@www.analytical.example' }, undefined],
  [{ message: `Our figures: ${urls(3).join(' ')}` }, undefined],
  [{ message: `Our figures: ${urls(4).join(' ')}` }, '4 links in the message'],
  [{ message: `Buy: ${urls(2).join()},${urls(3).join('\n')}` }, '5 links in the message'],
  // Each counts as one link.
  [{ message: 'https://www.a.example http://www.b.example www.c.example' }, undefined],
  [
    { message: 'http://a.example https://b.example www.c.example www.d.example' },
    '4 links in the message',
  ],
  // Neither language nor script matters.
  [
    { firstName: 'محمد', company: '株式会社', message: 'Мы ищем партнёра на долгий срок.' },
    undefined,
  ],
])('%j is suspected for: %s', (fields, reason) => {
  expect(suspectSpam({ ...sampleInquiry, ...fields }, false)).toBe(reason);
});

it('a message that another address sent is suspected', () => {
  expect(suspectSpam(sampleInquiry, true)).toBe('same message as from another address');
});
