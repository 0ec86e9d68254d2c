/**
 * The only script that a page loads by itself. Every control works natively, so the application
 * waits for the visitor's first intent; the form's page also takes an idle moment.
 */
const intents = [
  'pointerover',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'click',
  'input',
  'change',
  'submit',
];

function takeOver() {
  for (const intent of intents) removeEventListener(intent, takeOver, true);
  import('./client.tsx').catch((error: Error) => {
    // Where a script can't be had the page stays as it is: readable, with links and form working.
    if (!/^(TypeError|PageScriptGone)$/.test(error.name)) reportError(error);
  });
}

for (const intent of intents) addEventListener(intent, takeOver, { capture: true, passive: true });

if (document.forms.length > 0 && 'requestIdleCallback' in globalThis) {
  requestIdleCallback(takeOver);
}
