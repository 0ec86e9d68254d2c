import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';

/** Specification, part 9. */
const openDelayMs = 700;
/** Time after another tooltip closes within which one opens without delay. */
const skipDelayMs = 300;

/** Monotonic time at which the last tooltip closed (`performance.now()`). */
let lastClosedMs = -Infinity;
/** Closes the open tooltip. */
let closeCurrent: (() => void) | undefined;

/** A button with a tooltip: on hover after a delay, on keyboard focus, click and tap at once. */
export function HelpButton({ label, text }: { label: string; text: ReactNode }) {
  const id = useId();
  const help = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<number>(undefined);

  const change = (open: boolean) => {
    clearTimeout(timer.current);
    setOpen(open);
  };

  const openOnHover = () => {
    const isSoonAfterAnother = performance.now() - lastClosedMs < skipDelayMs;
    if (isSoonAfterAnother) change(true);
    else timer.current = window.setTimeout(setOpen, openDelayMs, true);
  };

  useLayoutEffect(() => {
    if (isOpen && help.current) return openTooltip(help.current, () => setOpen(false));
  }, [isOpen]);

  return (
    <div
      className="help"
      ref={help}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch' && !isOpen) openOnHover();
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== 'touch') change(false);
      }}
    >
      <button
        type="button"
        className="help-button"
        aria-label={label}
        aria-describedby={isOpen ? id : undefined}
        // Keeps the tooltip from opening during the press: the click would close it.
        onPointerDown={() => clearTimeout(timer.current)}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) change(true);
        }}
        onBlur={() => change(false)}
        onClick={() => change(!isOpen)}
      >
        {isOpen && <span className="tooltip-arrow" />}
      </button>
      {isOpen && (
        <div className="tooltip">
          <div className="theme-ink" role="tooltip" id={id}>
            {text}
          </div>
        </div>
      )}
    </div>
  );
}

/** Bottom of the header in pixels. A tooltip that would begin higher is placed below its button. */
const minTopPx = 80;

/** Positions an open tooltip. Closes it on Escape, a press elsewhere or another tooltip. */
function openTooltip(help: HTMLElement, close: () => void) {
  closeCurrent?.();
  closeCurrent = close;
  help.classList.remove('is-below');
  const { top } = help.lastElementChild?.getBoundingClientRect() ?? {};
  help.classList.toggle('is-below', Number(top) < minTopPx);

  const controller = new AbortController();
  const { signal } = controller;
  const closeOnPress = ({ target }: Event) => {
    if (!help.contains(target as Node)) close();
  };
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close();
  };
  addEventListener('pointerdown', closeOnPress, { signal });
  addEventListener('keydown', closeOnEscape, { signal });
  return () => {
    controller.abort();
    lastClosedMs = performance.now();
    if (closeCurrent === close) closeCurrent = undefined;
  };
}
