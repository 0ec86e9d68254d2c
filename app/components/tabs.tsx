import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { nextTab } from './next-tab.ts';
import { useHashChoice } from './use-hash-choice.ts';

interface Tab {
  /** Also the panel's anchor, so that a link to `#id` opens the tab. */
  id: string;
  label: string;
  panel: ReactNode;
}

/**
 * In the server's HTML, sections with links to them: without script all are shown, and with it
 * tabs.css shows the one that the address names. In the running application, tabs.
 */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const { chosen, choose } = useHashChoice(tabs.map(({ id }) => id));
  const isRunning = chosen !== undefined;

  function onClick(event: MouseEvent<HTMLAnchorElement>, id: string) {
    if (hasModifier(event)) return;
    event.preventDefault();
    choose(id);
  }

  const list = isRunning && { role: 'tablist', 'aria-label': label, onKeyDown: moveFocus };
  const item = isRunning && { role: 'presentation' };
  const link = (id: string) =>
    isRunning && {
      id: tabId(id),
      role: 'tab',
      'aria-controls': id,
      'aria-selected': id === chosen,
      tabIndex: id === chosen ? 0 : -1,
      onClick: (event: MouseEvent<HTMLAnchorElement>) => onClick(event, id),
    };
  const panel = (id: string) =>
    isRunning && {
      role: 'tabpanel',
      'aria-labelledby': tabId(id),
      tabIndex: 0,
      hidden: id !== chosen,
    };

  return (
    <div className={isRunning ? 'tabs' : 'tabs tabs-by-hash'}>
      <ul className="tab-list" {...list}>
        {tabs.map(({ id, label }) => (
          <li key={id} {...item}>
            <a className="tab" href={`#${id}`} {...link(id)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      {tabs.map((tab) => (
        <section key={tab.id} id={tab.id} className="tab-panel" {...panel(tab.id)}>
          <h3>{tab.label}</h3>
          {tab.panel}
        </section>
      ))}
    </div>
  );
}

const tabId = (id: string) => `${id}-tab`;

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  // With a modifier the arrows are the browser's: Alt and Left goes back.
  if (hasModifier(event)) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const current = tabs.findIndex((tab) => tab === event.target);
  const next = tabs[nextTab(event.key, current, tabs.length) ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

const hasModifier = (event: KeyboardEvent | MouseEvent) =>
  event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
