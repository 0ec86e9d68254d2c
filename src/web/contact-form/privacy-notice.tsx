import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { formatPlural } from '../../inquiry/format-number.ts';
import { useSiteData } from '../site-data.ts';

export function PrivacyNotice() {
  const { retentionMonths } = useSiteData();
  return (
    <div className="privacy" id="privacy">
      <h3>{contact.form.privacyHeading}</h3>
      {firm.privacyPolicy && (
        <p>
          <a href={firm.privacyPolicy}>{contact.form.privacy.policy}</a>
        </p>
      )}
      {describePrivacy(retentionMonths, firm.heroImage?.url).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

/**
 * Describes what happens to an inquiry, in paragraphs. `retentionMonths` are undefined if it is kept without
 * limit.
 */
export function describePrivacy(retentionMonths?: number, imageUrl = ''): string[] {
  const { purpose, copies, requests, tracking, draft, updated, ...privacy } = contact.form.privacy;
  const retention =
    retentionMonths === undefined
      ? privacy.retention.unlimited
      : formatPlural(firm, privacy.retention.months, retentionMonths);
  const [, host] = /^https:\/\/([^/]+)/.exec(imageUrl) ?? [];
  const photograph = host ? [privacy.imageHost(host)] : [];
  return [
    [purpose, retention, copies].join(' '),
    requests,
    [tracking, ...photograph, draft].join(' '),
    updated(firm.privacyUpdated),
  ];
}
