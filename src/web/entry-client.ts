import { prepareNativeSubmissions, watchFields } from './contact-form/native-form.ts';
import { loadFonts } from './load-fonts.ts';
import { isHydrated, scheduleHydration } from './start-hydration.ts';

const fontsApplied = loadFonts();
hideBrokenImages();
scheduleHydration(fontsApplied);
reloadForOtherPaths();
prepareNativeSubmissions();
watchFields();

/** Hides broken images, because Safari shows a placeholder in their middle. */
function hideBrokenImages() {
  for (const image of document.images) {
    if (image.complete && !image.naturalWidth) image.hidden = true;
  }
  const hideOnError = ({ target }: Event) => {
    if (target instanceof Image) target.hidden = true;
  };
  addEventListener('error', hideOnError, true);
}

/**
 * Reloads if the path is not that of the document: after a reload, the history may contain client
 * navigations, whose pages need their own document.
 */
function reloadForOtherPaths() {
  const [navigation] = performance.getEntriesByType('navigation');
  const documentPath = new URL(navigation?.name ?? location.href).pathname;
  const reloadIfPathChanged = () => {
    if (!isHydrated() && location.pathname !== documentPath) location.reload();
  };
  addEventListener('popstate', reloadIfPathChanged);
  reloadIfPathChanged();
}
