import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { formatPlural } from '../../inquiry/format-number.ts';
import { useSiteData } from '../site-data.ts';

export function PrivacyNotice() {
  const { retentionMonths } = useSiteData();
  return (
    <div className="privacy">
      <h3>{contact.form.privacyHeading}</h3>
      <p>{describePrivacy(retentionMonths, firm.heroImage?.url)}</p>
    </div>
  );
}

/** Describes what happens to an inquiry. `retentionMonths` are undefined if it is kept without limit. */
export function describePrivacy(retentionMonths?: number, imageUrl = ''): string {
  const { purpose, retention, requests, tracking, imageHost, draft } = contact.form.privacy;
  const sentences = [purpose];
  if (retentionMonths === undefined) sentences.push(retention.unlimited);
  else sentences.push(formatPlural(firm, retention.months, retentionMonths));
  sentences.push(requests, tracking);
  const [, host] = /^https:\/\/([^/]+)/.exec(imageUrl) ?? [];
  if (host) sentences.push(imageHost(host));
  sentences.push(draft);
  return sentences.join(' ');
}
