import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { formatPlural } from '../../text/format-number.ts';
import { useSiteData } from '../site-data.ts';

export function PrivacyNotice() {
  const { retention = '' } = useSiteData();
  return (
    <div className="privacy" id="privacy">
      <h3>{contact.form.privacyHeading}</h3>
      {firm.privacyPolicy && (
        <p>
          <a href={firm.privacyPolicy}>{contact.form.privacy.policy}</a>
        </p>
      )}
      {describePrivacy(retention, firm.heroImage?.url).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

/** Describes how long an inquiry is kept. `months`: undefined for no limit. */
export function describeRetention(months: number | undefined): string {
  const { retention } = contact.form.privacy;
  return months === undefined ? retention.unlimited : formatPlural(firm, retention.months, months);
}

/** Returns the paragraphs of the privacy notice. */
export function describePrivacy(retention: string, imageUrl = ''): string[] {
  const { purpose, copies, requests, tracking, draft, updated, ...privacy } = contact.form.privacy;
  const [, host] = /^https:\/\/([^/]+)/.exec(imageUrl) ?? [];
  const photograph = host ? [privacy.imageHost(host)] : [];
  return [
    [purpose, retention, copies].join(' '),
    requests,
    [tracking, ...photograph, draft].join(' '),
    updated(firm.privacyUpdated),
  ];
}
