/** Mail providers with a domain for each country, such as yahoo.co.uk. */
const international =
  /^(?:aol|gmx|googlemail|hotmail|live|mail|msn|outlook|protonmail|rocketmail|yahoo|yandex|ymail)\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

/** Other domains on which anybody can get an address. */
const freeMailDomains = new Set(
  `126.com 139.com 163.com 189.cn aim.com alice.it arcor.de att.net bellsouth.net bigpond.com
  bk.ru blueyonder.co.uk bluewin.ch bol.com.br btinternet.com btopenworld.com charter.net
  comcast.net cox.net duck.com earthlink.net email.cz fastmail.com fastmail.fm foxmail.com
  free.fr freemail.hu freenet.de gmail.com hanmail.net hey.com hushmail.com icloud.com
  inbox.lv inbox.ru interia.pl juno.com kakao.com laposte.net libero.it list.ru mac.com mailbox.org
  mailfence.com me.com naver.com ntlworld.com o2.pl online.de onet.pl optonline.net
  optusnet.com.au orange.fr pm.me posteo.de proton.me qq.com rambler.ru rediffmail.com
  rogers.com runbox.com sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com skynet.be sohu.com
  sympatico.ca t-online.de talktalk.net telenet.be telus.net terra.com.br tin.it tiscali.it
  tuta.com tuta.io tutanota.com tutanota.de uol.com.br usa.net verizon.net vip.qq.com virgilio.it
  virginmedia.com vodafone.de wanadoo.fr web.de windowslive.com windstream.net wp.pl xtra.co.nz
  yeah.net zohomail.com ziggo.nl`.split(/\s+/),
);

/** Returns the domain of a normalized address, unless it belongs to a mail provider. */
export function getCompanyDomain(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return international.test(domain) || freeMailDomains.has(domain) ? undefined : domain;
}
