import { isSubmittingNatively } from './contact-form/native-form.ts';
import type * as Hydrate from './hydrate.tsx';
import type { PageModule } from './routes.ts';

/** Events that start hydration. Every control works natively before. */
const intents = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'click', 'input', 'change'];

/** After this time, text replaces the controls that need the application. */
const hydrationTimeoutMs = 10_000;

/** After a failure, an intent retries hydration from this time on. */
const retryDelayMs = 1000;

/** False in older browsers. The style sheet uses the same media query. */
const canHydrate = matchMedia('(scripting: enabled)').matches;

/** False with `Save-Data` or `prefers-reduced-data`, which not every browser supports. */
const { connection } = navigator as { connection?: { saveData?: boolean } };
const canPrefetch = !connection?.saveData && !matchMedia('(prefers-reduced-data: reduce)').matches;

let progress: 'waiting' | 'loading' | 'hydrated' = 'waiting';
/** The control that was pressed before hydration: clicked again after it. */
let pressedControl: HTMLElement | null | undefined;

export const isHydrated = () => progress === 'hydrated';

/** Hydrates on an intent, or when idle once the fonts are applied: before the first tap waits for it. */
export function scheduleHydration(fontsApplied: Promise<void>) {
  if (canHydrate) {
    for (const intent of intents) {
      addEventListener(intent, startHydration, { capture: true, passive: true });
    }
    // Older Safaris lack requestIdleCallback.
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
    if (canPrefetch) void fontsApplied.then(() => whenIdle(startHydration));
  }
  // In the bubble phase, after the application has called preventDefault on the events it handles.
  addEventListener('click', ({ target, defaultPrevented }) => {
    if (isHydrated() || defaultPrevented) return;
    pressedControl = (target as Element).closest<HTMLElement>('.help-button');
  });
}

async function startHydration() {
  // An intent and the idle callback can both call this.
  if (progress !== 'waiting' || isSubmittingNatively()) return;
  progress = 'loading';
  const timeout = setTimeout(showStaticControls, hydrationTimeoutMs, true);
  try {
    // The document names them and all that they import, so that they load in parallel.
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
    // If a script fails to load, links and form keep working natively. Browsers throw a TypeError then,
    // with different messages.
    const { name, message } = error as Error;
    if (name !== 'TypeError' || !message.includes('module')) reportError(error);
    setTimeout(() => (progress = 'waiting'), retryDelayMs);
  } finally {
    clearTimeout(timeout);
  }
}

/** Shows text instead of the controls that need the application. */
const showStaticControls = (isStatic: boolean) =>
  document.documentElement.toggleAttribute('data-static', isStatic);
