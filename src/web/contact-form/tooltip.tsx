import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';

/** Specification, part 9. */
const openDelayMs = 700;
const skipDelayMs = 300;

let lastClosedMs = -Infinity;
let closeCurrent: (() => void) | undefined;

interface HelpButtonProps {
  label: string;
  text: ReactNode;
}

/** A button with a tooltip: on hover after a delay, on keyboard focus, click and tap at once. */
export function HelpButton({ label, text }: HelpButtonProps) {
  const id = useId();
  const help = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const change = (open: boolean) => {
    clearTimeout(timer.current);
    setOpen(open);
  };

  useLayoutEffect(() => {
    if (isOpen && help.current) return openTooltip(help.current, () => setOpen(false));
  }, [isOpen]);

  return (
    <div
      className="help"
      ref={help}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'touch' || isOpen) return;
        if (performance.now() - lastClosedMs < skipDelayMs) change(true);
        else timer.current = setTimeout(setOpen, openDelayMs, true);
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
        // Or the tooltip could open during the press, and the click would close it.
        onPointerDown={() => clearTimeout(timer.current)}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) change(true);
        }}
        onBlur={() => change(false)}
        onClick={() => change(!isOpen)}
      />
      {isOpen && (
        <div>
          <div className="tooltip" role="tooltip" id={id}>
            {text}
          </div>
          <svg className="tooltip-arrow" viewBox="0 0 12 6" aria-hidden="true">
            <path d="M0 0H12L6 6Z" />
          </svg>
        </div>
      )}
    </div>
  );
}

/**
 * Places the open tooltip in `help`, and closes it on Escape, scroll, a press elsewhere or another
 * tooltip. Returns its cleanup.
 */
function openTooltip(help: HTMLElement, close: () => void) {
  closeCurrent?.();
  closeCurrent = close;
  placeTooltip(help.lastElementChild as HTMLElement, help.firstElementChild as HTMLElement);

  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  const closeOutside = ({ target }: Event) => !help.contains(target as Node) && close();
  addEventListener('pointerdown', closeOutside, options);
  addEventListener('keydown', ({ key }) => key === 'Escape' && close(), options);
  const closeOnScroll = ({ target }: Event) => (target as Node).contains(help) && close();
  // In the next frame, after the events of the scroll to a focused button.
  const frame = requestAnimationFrame(() => addEventListener('scroll', closeOnScroll, options));
  return () => {
    cancelAnimationFrame(frame);
    controller.abort();
    lastClosedMs = performance.now();
    if (closeCurrent === close) closeCurrent = undefined;
  };
}

/** In pixels: to the button and to the edges of the screen. */
const gap = 6;
const margin = 16;

/** Places the tooltip above the button, or below if it has no room there. */
function placeTooltip(box: HTMLElement, trigger: HTMLElement) {
  const arrow = box.lastElementChild as SVGElement;
  // The CSP allows styles of the object model.
  Object.assign(box.style, { position: 'fixed', width: 'max-content', paddingBlock: `${gap}px` });
  arrow.style.position = 'absolute';
  const { width, height } = box.getBoundingClientRect();
  const button = trigger.getBoundingClientRect();
  const center = button.left + button.width / 2;
  const maxLeft = document.documentElement.clientWidth - margin - width;
  const left = Math.max(margin, Math.min(center - width / 2, maxLeft));
  const isBelow = button.top - height < margin;
  const top = isBelow ? button.bottom : button.top - height;
  Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
  Object.assign(arrow.style, {
    left: `${center - left - gap}px`,
    [isBelow ? 'top' : 'bottom']: 0,
    height: `${gap}px`,
    rotate: isBelow ? '180deg' : 'none',
  });
}
