import emailMisspelled from 'email-misspelled';

/** Long enough that few companies have a similar domain: a hint for `aon.com` would be wrong. */
const suggestedDomains = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'protonmail.com',
  'comcast.net',
  'verizon.net',
];

/** Correct domains that resemble a suggested one. */
const similarDomains = ['email.com', 'mail.com', 'ymail.com', 'yahoo.ca', 'hotmail.ca'];

const findSimilarDomains = emailMisspelled({ domains: [...suggestedDomains, ...similarDomains] });

/** Returns the address with the domain that was probably meant, such as `gmail.com` for `gmial.com`. */
export function suggestEmail(email: string): string | undefined {
  const [name, domain, ...rest] = email.trim().split('@');
  if (!name || !domain || rest.length > 0) return undefined;
  const [similar] = findSimilarDomains(`@${domain.toLowerCase()}`);
  return similar && `${name}@${similar.suggest}`;
}
