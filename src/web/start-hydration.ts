import { isSubmittingNatively } from './contact-form/native-form.ts';
import type * as Hydrate from './hydrate.tsx';
import type { PageModule } from './routes.ts';

/** Events that start hydration. Before it, every control works natively. */
const intents = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'click', 'input', 'change'];

/** Time after which text replaces the controls that need hydration. */
const hydrationTimeoutMs = 10_000;

/** Time after a failure from which an intent retries hydration. */
const retryDelayMs = 1000;

/** False in older browsers. The style sheet has the same media query. */
const canHydrate = matchMedia('(scripting: enabled)').matches;

/** False with `Save-Data` or `prefers-reduced-data`, if the browser supports them. */
const { connection } = navigator as { connection?: { saveData?: boolean } };
const canPrefetch = !connection?.saveData && !matchMedia('(prefers-reduced-data: reduce)').matches;

let progress: 'waiting' | 'loading' | 'hydrated' = 'waiting';
/** Control that was clicked before hydration. It is clicked again afterwards. */
let pressedControl: HTMLElement | null | undefined;

export const isHydrated = () => progress === 'hydrated';

/**
 * Hydrates on an intent. Without one, hydrates when idle after the fonts, so that the first tap
 * need not wait.
 */
export function scheduleHydration(fontsApplied: Promise<void>) {
  if (canHydrate) {
    for (const intent of intents) {
      addEventListener(intent, startHydration, { capture: true, passive: true });
    }
    // Older Safaris lack requestIdleCallback.
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
    if (canPrefetch) void fontsApplied.then(() => whenIdle(startHydration));
  }
  // Runs in the bubble phase, after the application has called preventDefault on events that it
  // handles.
  addEventListener('click', ({ target, defaultPrevented }) => {
    if (isHydrated() || defaultPrevented) return;
    pressedControl = (target as Element).closest<HTMLElement>('.help-button');
  });
}

async function startHydration() {
  // Both an intent and the idle callback may call this.
  if (progress !== 'waiting' || isSubmittingNatively()) return;
  progress = 'loading';
  const timeout = setTimeout(showStaticControls, hydrationTimeoutMs, true);
  try {
    // The document lists these modules and all their imports, so that they load in parallel.
    const urls = document.getElementById('root')?.dataset['modules']?.split(' ') ?? [];
    const modules = await Promise.all(urls.map((url) => import(/* @vite-ignore */ url)));
    const [client, page] = modules as [typeof Hydrate, PageModule];
    if (isSubmittingNatively()) {
      progress = 'waiting';
      return;
    }
    await client.hydrate(page, canPrefetch);
    progress = 'hydrated';
    for (const intent of intents) removeEventListener(intent, startHydration, true);
    showStaticControls(false);
    pressedControl?.click();
  } catch (error) {
    showStaticControls(true);
    // Do not report a script that failed to load: links and form keep working natively. Browsers
    // then throw a TypeError, with different messages.
    const { name, message } = error as Error;
    if (name !== 'TypeError' || !message.includes('module')) reportError(error);
    setTimeout(() => (progress = 'waiting'), retryDelayMs);
  } finally {
    clearTimeout(timeout);
  }
}

/** Shows or hides the text that replaces controls that need hydration. */
const showStaticControls = (isStatic: boolean) =>
  document.documentElement.toggleAttribute('data-static', isStatic);
