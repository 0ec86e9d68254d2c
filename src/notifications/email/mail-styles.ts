import type { MailCopy } from '../../content/mails.ts';

type MailColors = MailCopy['colors'];

export interface MailStyles {
  /** Style sheet for widths and the dark scheme. */
  sheet: string;
  /** Style sheet for the dark scheme in the apps of Outlook. */
  outlookSheet: string;
  /** Style of each class, for the `style` attribute of its elements. */
  classes: Record<string, string>;
  /** Style of the class `text` in a letter. */
  letterText: string;
}

const serif = 'font-family:Georgia,serif';
const sans = 'font-family:Helvetica,Arial,sans-serif';

/** Cache of the styles. Without it, a burst of mails would take 30 MB more. */
const styleSets = new WeakMap<MailColors, MailStyles>();

export const getMailStyles = (colors: MailColors): MailStyles =>
  styleSets.getOrInsertComputed(colors, createStyles);

function createStyles(colors: MailColors): MailStyles {
  const { film, paper, stone, text, muted, bronze, oxide, ink, buttonText, brass } = colors;
  const news = `margin:0 0 6px;${sans};font-size:15px;line-height:1.4;font-weight:bold`;
  const link = `display:inline-block;padding:11px 12px;${sans};font-size:14px;line-height:20px;text-decoration:none`;
  return {
    sheet: `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (min-width:600px){.gutter{padding:32px 16px!important}.band{padding:24px 44px 23px!important}.body{padding:40px 44px 32px!important}}
@media (prefers-color-scheme:dark){${darkRules(colors, '')}}`,
    outlookSheet: darkRules(colors, '[data-ogsc] '),
    classes: {
      page: `margin:0;padding:0;table-layout:fixed;background-color:${film}`,
      panel: `max-width:600px;table-layout:fixed;background-color:${paper};border-top:3px solid ${brass}`,
      band: `padding:18px 20px 17px;border-bottom:1px solid ${stone};${serif};font-size:20px;line-height:26px;color:${text}`,
      body: 'padding:24px 20px 20px;overflow-wrap:anywhere;word-break:break-word',
      accent: `${news};color:${bronze}`,
      error: `${news};color:${oxide}`,
      title: `margin:0 0 12px;${serif};font-size:30px;line-height:1.2;font-weight:normal;color:${text}`,
      section: `margin:28px 0 14px;padding:20px 0 0;border-top:1px solid ${stone};${serif};font-size:20px;line-height:1.3;font-weight:normal;color:${text}`,
      entry: `margin:0;${sans};font-size:16px;line-height:1.5;font-weight:bold;color:${text}`,
      text: `margin:0 0 16px;${sans};font-size:16px;line-height:1.5;color:${text}`,
      muted: `margin:0 0 12px;${sans};font-size:14px;line-height:1.5;color:${muted}`,
      quote: `padding:16px 0 0;border-top:2px solid ${brass}`,
      message: `margin:0;${serif};font-size:18px;line-height:1.55;color:${text}`,
      address: 'color:inherit;text-decoration:underline',
      // A margin, so that a wrapped link is not indented.
      link: `color:${text};text-decoration:underline;line-height:2;white-space:nowrap;margin-right:16px`,
      rule: `margin:28px 0 20px;border-top:1px solid ${stone};font-size:1px;line-height:1px`,
      button: 'display:inline-block;margin:0 8px 8px 0;vertical-align:top',
      primary: `background-color:${ink};border:1px solid ${brass};mso-padding-alt:11px 12px`,
      'primary-link': `${link};font-weight:bold;color:${buttonText}`,
      outlined: `border:1px solid ${muted};mso-padding-alt:11px 12px`,
      'outlined-link': `${link};color:${text}`,
    },
    letterText: `margin:0 0 16px;${serif};font-size:18px;line-height:1.5;color:${text}`,
  };
}

/**
 * Returns the rules of the dark scheme. With a `scope`, they apply in the apps of Outlook, which
 * mark recolored elements with `data-ogsc`.
 */
function darkRules(colors: MailColors, scope: string): string {
  const { ink, deep, moss, chalk, chalkMuted, brass, rust } = colors;
  const rules = [
    `.page{background-color:${ink}!important}`,
    `.panel{background-color:${deep}!important}`,
    `.text,.band,.outlined a{color:${chalk}!important}`,
    `.muted{color:${chalkMuted}!important}`,
    `.accent{color:${brass}!important}`,
    `.error{color:${rust}!important}`,
    `.line{border-color:${moss}!important}`,
    `.primary{background-color:${brass}!important;border-color:${brass}!important}`,
    `.primary a{color:${ink}!important}`,
    `.outlined{border-color:${chalkMuted}!important}`,
  ];
  return rules.map((rule) => rule.replaceAll(/(^|,)(?=\.)/g, `$1${scope}`)).join('');
}
