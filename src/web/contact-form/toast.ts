import { contact } from '../../content/contact.ts';

const durationMs = 10_000;

/** Element of the toast. Outside of the pages, since a toast shows on each (specification, part 8). */
let region: HTMLElement | undefined;
let timer: number | undefined;
/** Element that had the focus before the toast. */
let previousFocus: EventTarget | null | undefined;

/** Removes the toast. The region stays: screen readers announce only what is added to one. */
export function dismissToast() {
  clearTimeout(timer);
  region ??= createRegion();
  if (region.contains(document.activeElement)) (previousFocus as HTMLElement | null)?.focus();
  region.removeAttribute('data-type');
  region.firstElementChild?.replaceChildren();
}

/** Shows a toast for ten seconds, or longer while it is hovered or focused, or the tab is hidden. */
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
  // In the next frame, after the scroll to the control.
  addEventListener('focusin', () => requestAnimationFrame(keepFocusVisible));
  return created;
}

/** Elements that can have the focus on a page. */
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
