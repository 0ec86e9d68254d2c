import { contact } from '../../content/contact.ts';

const durationMs = 10_000;

/**
 * Region of the toast. It is outside the pages, because a toast shows on every page (specification,
 * part 8).
 */
let region: HTMLElement | undefined;
let timer: number | undefined;
/** Element that was focused before the toast. */
let previousFocus: EventTarget | null | undefined;

/**
 * Removes the text of the toast. The region stays, because screen readers announce only additions
 * to an existing one.
 */
export function dismissToast() {
  clearTimeout(timer);
  region ??= createRegion();
  if (region.contains(document.activeElement)) (previousFocus as HTMLElement | null)?.focus();
  region.removeAttribute('data-type');
  region.firstElementChild?.replaceChildren();
}

/** Shows a toast for ten seconds, or longer while it is hovered or focused or the tab is hidden. */
export function showToast(type: 'success' | 'error', message: string) {
  dismissToast();
  if (!region) return;
  region.setAttribute('data-type', type);
  region.firstElementChild?.append(message);
  timer = window.setTimeout(expire, durationMs);
  keepFocusVisible();
}

function expire() {
  const isInUse = region?.matches(':hover, :focus-within');
  if (document.hidden || isInUse) timer = window.setTimeout(expire, durationMs);
  else dismissToast();
}

function createRegion() {
  const text = document.createElement('p');
  text.role = 'status';
  const button = document.createElement('button');
  button.type = 'button';
  button.ariaLabel = contact.outcome.dismiss;
  button.onclick = dismissToast;
  const created = document.createElement('section');
  created.className = 'toast theme-ink';
  created.ariaLabel = contact.outcome.notifications;
  created.append(text, button);
  created.addEventListener('focusin', ({ relatedTarget }) => (previousFocus = relatedTarget));
  document.body.append(created);
  // Waits a frame, until the browser has scrolled to the focused control.
  addEventListener('focusin', () => requestAnimationFrame(keepFocusVisible));
  return created;
}

/** Focusable elements of the pages. */
const focusTargets = 'a, button, input, select, textarea, .outcome, .error-summary';

/** Moves the toast to the other edge of the screen if it covers the focused control. */
function keepFocusVisible() {
  const focused = document.activeElement;
  if (!region || !focused?.matches(focusTargets)) return;
  const control = focused.getBoundingClientRect();
  const toast = region.getBoundingClientRect();
  const isCovered = control.top < toast.bottom && control.bottom > toast.top;
  if (isCovered && !region.contains(focused)) region.classList.toggle('is-low');
}
