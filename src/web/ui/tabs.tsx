import { useEffect, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useLocation, type Location } from 'react-router';
import { useIsHydrated } from './use-is-hydrated.ts';

interface Tab {
  /** Also the panel's anchor, so that a link to `#id` opens the tab. */
  id: string;
  label: string;
  panel: ReactNode;
}

/**
 * Tabs that follow the URL's hash. The server renders sections with anchor links: all are visible
 * without script, and tabs.css shows the `:target` until hydration.
 */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const { selected, select } = useHashTab(tabs.map(({ id }) => id));
  const isHydrated = selected !== undefined;

  const list = isHydrated && { role: 'tablist', 'aria-label': label, onKeyDown: moveFocus };
  const link = (id: string) =>
    isHydrated && {
      id: tabId(id),
      role: 'tab',
      'aria-controls': id,
      'aria-selected': id === selected,
      tabIndex: id === selected ? 0 : -1,
      onClick: (event: MouseEvent) => {
        if (hasModifier(event)) return;
        event.preventDefault();
        select(id);
      },
    };
  const panel = (id: string) =>
    isHydrated && {
      role: 'tabpanel',
      'aria-labelledby': tabId(id),
      tabIndex: 0,
      hidden: id !== selected,
    };

  // On phones the row scrolls.
  useEffect(() => {
    const tab = document.getElementById(tabId(selected ?? ''));
    const row = tab?.closest('ul');
    if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);

  return (
    <div className={isHydrated ? 'tabs' : 'tabs tabs-by-hash'}>
      <ul className="tab-list" {...list}>
        {tabs.map((tab) => (
          <li key={tab.id} role={isHydrated ? 'presentation' : undefined}>
            <a className="tab" href={`#${tab.id}`} {...link(tab.id)}>
              {tab.label}
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

/** Returns the id that the URL's hash selects; undefined on the server and in the first client render. */
function useHashTab(ids: string[]) {
  const isHydrated = useIsHydrated();
  const location = useLocation();
  const [lastLocation, setLastLocation] = useState<Location>();
  const [selected, setSelected] = useState(ids[0]);

  if (isHydrated && location !== lastLocation) {
    setLastLocation(location);
    // An anchor elsewhere on the page keeps the selected tab.
    const named = location.hash ? ids.find((id) => location.hash === `#${id}`) : ids[0];
    if (named) setSelected(named);
  }

  function select(id: string) {
    // Bypass the router, which would scroll to the hash.
    window.history.replaceState(window.history.state, '', `#${id}`);
    setSelected(id);
  }

  return { selected: isHydrated ? selected : undefined, select };
}

const tabId = (id: string) => `${id}-tab`;

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  // Browser shortcuts use modifiers, such as Alt+Left for Back.
  if (hasModifier(event)) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const current = tabs.findIndex((tab) => tab === event.target);
  // Wraps around.
  const indexes: Record<string, number> = {
    ArrowRight: (current + 1) % tabs.length,
    ArrowLeft: current - 1,
    Home: 0,
    End: -1,
    ' ': current,
  };
  const next = tabs.at(indexes[event.key] ?? tabs.length);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

const hasModifier = (event: KeyboardEvent | MouseEvent) =>
  event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
