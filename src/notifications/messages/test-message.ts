import { companySizes, personas, timelines } from '../../content/fields.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { IsoTime } from '../../text/format-time.ts';
import type { MailTexts, Message } from './message.ts';
import { writeReceived } from './received.ts';

/**
 * Message that "inquiries check --send" sends and that is never queued. It looks like an inquiry,
 * so that spam filters judge it like one.
 */
export const testMessage: Message = {
  kind: 'test',
  load: async () => undefined,
};

export const writeTestMessage = ({ sentAt }: { sentAt: IsoTime }): MailTexts => ({
  mail(context) {
    const inquiry: StoredInquiry = {
      id: '00000000-0000-7000-8000-000000000000',
      receivedAt: sentAt,
      status: 'new',
      firstName: 'Test',
      lastName: 'Message',
      email: context.firm.email,
      company: context.firm.name,
      role: 'Administrator',
      persona: getFirst(personas),
      companySize: getFirst(companySizes),
      industry: 'None',
      timeline: getFirst(timelines),
      message:
        'Somebody ran "inquiries check --send". Emails about inquiries arrive like this one. Its links lead to no inquiry.',
    };
    const to = [...context.to, ...(context.escalateTo ?? [])];
    const mail = writeReceived({ inquiry, isUnreachable: false }).mail(context);
    return { ...mail, to, news: 'This is a test: nothing is due.' };
  },

  webhook: () => ({ type: 'test', timestamp: sentAt, data: {} }),
});

/** Returns the first choice of a field, because the firm may remove any. */
const getFirst = <Value extends string>(choices: Record<Value, string>) =>
  Object.keys(choices)[0] as Value;
