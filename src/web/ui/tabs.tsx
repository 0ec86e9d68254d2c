import {
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router';

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

/**
 * One of `ids`, chosen by the address's hash. Undefined on the server and in the first render that
 * takes over its HTML, so that both are the same.
 */
function useHashChoice(ids: string[]) {
  // The router's navigations fire no event: its location renders this anew, which reads the hash.
  useLocation();
  const hash = useSyncExternalStore(onHashChange, readHash, readNothing);
  const [last, setLast] = useState(ids[0]);

  // An anchor elsewhere on the page leaves the choice as it was.
  const named = hash ? ids.find((id) => hash === `#${id}`) : ids[0];
  const chosen = named ?? last;
  if (hash !== undefined && chosen !== last) setLast(chosen);

  function choose(id: string) {
    // Past the router, which would scroll to the hash even where it is told not to.
    window.history.replaceState(window.history.state, '', `#${id}`);
    setLast(id);
  }

  return { chosen: hash === undefined ? undefined : chosen, choose };
}

function onHashChange(notify: () => void) {
  window.addEventListener('hashchange', notify);
  return () => window.removeEventListener('hashchange', notify);
}

const readHash = () => window.location.hash;
const readNothing = () => undefined;

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

/** Which of `count` tabs a key leads to from `current`, round at both ends; undefined for no tab. */
export function nextTab(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case ' ':
      return current;
  }
}

const hasModifier = (event: KeyboardEvent | MouseEvent) =>
  event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
