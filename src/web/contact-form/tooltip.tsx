import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

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
  const trigger = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useOpenTooltip(isOpen, setOpen, trigger, box);

  const change = (open: boolean) => {
    clearTimeout(timer.current);
    setOpen(open);
  };
  const hover = {
    onPointerEnter({ pointerType }: PointerEvent) {
      if (pointerType === 'touch' || isOpen) return;
      if (performance.now() - lastClosedMs < skipDelayMs) change(true);
      else timer.current = setTimeout(setOpen, openDelayMs, true);
    },
    onPointerLeave({ pointerType, relatedTarget: target }: PointerEvent) {
      if (pointerType === 'touch') return;
      const isInside = target instanceof Node && contains([trigger, box], target);
      if (!isInside) change(false);
    },
  };

  return (
    <>
      <button
        type="button"
        className="help-button"
        aria-label={label}
        {...hover}
        ref={trigger}
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
        <div ref={box} {...hover}>
          <div className="tooltip" role="tooltip" id={id}>
            {text}
          </div>
          <svg className="tooltip-arrow" viewBox="0 0 12 6" aria-hidden="true">
            <path d="M0 0H12L6 6Z" />
          </svg>
        </div>
      )}
    </>
  );
}

/** Places an open tooltip, and closes it on Escape, scroll, a press elsewhere or another tooltip. */
function useOpenTooltip(
  isOpen: boolean,
  setOpen: (isOpen: boolean) => void,
  trigger: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
) {
  useLayoutEffect(() => {
    if (!isOpen || !trigger.current || !box.current) return;
    const close = () => setOpen(false);
    closeCurrent?.();
    closeCurrent = close;
    placeTooltip(box.current, trigger.current);

    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    const closeOutside = ({ target }: Event) => {
      if (!contains([trigger, box], target as Node)) close();
    };
    addEventListener('pointerdown', closeOutside, options);
    addEventListener('keydown', ({ key }) => key === 'Escape' && close(), options);
    const closeOnScroll = ({ target }: Event) => {
      if ((target as Node).contains(trigger.current)) close();
    };
    // In the next frame, after the events of the scroll to a focused button.
    const frame = requestAnimationFrame(() => addEventListener('scroll', closeOnScroll, options));
    return () => {
      cancelAnimationFrame(frame);
      controller.abort();
      lastClosedMs = performance.now();
      if (closeCurrent === close) closeCurrent = undefined;
    };
  }, [isOpen, setOpen, trigger, box]);
}

const contains = (refs: RefObject<HTMLElement | null>[], node: Node) =>
  refs.some(({ current }) => current?.contains(node));

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
