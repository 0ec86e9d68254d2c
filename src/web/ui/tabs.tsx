import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type Location, useLocation } from 'react-router';
import { useIsHydrated } from './use-is-hydrated.ts';

interface Tab {
  /** Id of the panel. A link to `#id` opens the tab. */
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
  const root = useRef<HTMLDivElement>(null);
  useFindInPage(root, selected, select);

  /** Returns the attributes of the tab list. Before hydration, it is a plain list of links. */
  function getListProps(): ComponentProps<'ul'> {
    if (!isHydrated) return {};
    return { role: 'tablist', 'aria-label': label, onKeyDown: moveFocus };
  }

  function getTabProps(id: string): ComponentProps<'a'> {
    if (!isHydrated) return {};
    return {
      id: tabId(id),
      role: 'tab',
      'aria-controls': id,
      'aria-selected': id === selected,
      tabIndex: id === selected ? 0 : -1,
      onClick: (event) => {
        if (hasModifier(event)) return;
        event.preventDefault();
        select(id);
      },
    };
  }

  function getPanelProps(id: string): ComponentProps<'section'> {
    if (!isHydrated) return {};
    // A panel with `hidden="until-found"` keeps its box, so these attributes would make it a tab
    // stop.
    if (id !== selected) return { hidden: true };
    return { role: 'tabpanel', 'aria-labelledby': tabId(id), tabIndex: 0 };
  }

  return (
    <div ref={root} className={isHydrated ? 'tabs' : 'tabs tabs-by-hash'}>
      <ul className="tab-list" {...getListProps()}>
        {tabs.map((tab) => (
          <li key={tab.id} role={isHydrated ? 'presentation' : undefined}>
            <a className="tab" href={`#${tab.id}`} {...getTabProps(tab.id)}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
      {tabs.map((tab) => (
        <section key={tab.id} id={tab.id} className="tab-panel" {...getPanelProps(tab.id)}>
          <h3>{tab.label}</h3>
          {tab.panel}
        </section>
      ))}
    </div>
  );
}

/** Returns the id in the URL's hash; undefined on the server and in the first client render. */
function useHashTab(ids: string[]) {
  const isHydrated = useIsHydrated();
  const location = useLocation();
  const [lastLocation, setLastLocation] = useState<Location>();
  const [selected, setSelected] = useState(ids[0]);

  if (isHydrated && location !== lastLocation) {
    setLastLocation(location);
    // An anchor outside the tabs does not change the selected tab.
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

/** Lets the browser search the hidden panels, and selects a panel in which it finds text. */
function useFindInPage(
  root: RefObject<HTMLElement | null>,
  selected: string | undefined,
  select: (id: string) => void,
) {
  // Set here, because React sets `hidden` only to "".
  useEffect(() => {
    if (!('onbeforematch' in window)) return;
    const hiddenPanels = root.current?.querySelectorAll(':scope > [hidden]') ?? [];
    for (const panel of hiddenPanels) panel.setAttribute('hidden', 'until-found');
  }, [root, selected]);

  const selectFound = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const { id } = target;
    // Update before the browser scrolls: the text moves up when the other panel is hidden.
    flushSync(() => select(id));
  });

  useEffect(() => {
    const tabs = root.current;
    tabs?.addEventListener('beforematch', selectFound);
    return () => tabs?.removeEventListener('beforematch', selectFound);
  }, [root]);
}

const tabId = (id: string) => `${id}-tab`;

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  // Browser shortcuts use modifiers, such as Alt+Left for Back.
  if (hasModifier(event)) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const current = tabs.findIndex((tab) => tab === event.target);
  const next = findTab(event.key, tabs, current);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

/**
 * Finds the tab to which a key moves from the current one, wrapping around. Undefined for other
 * keys.
 */
function findTab(key: string, tabs: HTMLElement[], current: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowRight':
      return tabs[(current + 1) % tabs.length];
    case 'ArrowLeft':
      return tabs.at(current - 1);
    case 'Home':
      return tabs[0];
    case 'End':
      return tabs.at(-1);
    case ' ':
      return tabs.at(current);
    default:
      return undefined;
  }
}

const hasModifier = (event: KeyboardEvent | MouseEvent) =>
  event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
