// Runs before the app, in browsers too old for it as well: so it is ECMAScript 5. The policy allows no inline script.
(function () {
  var root = document.documentElement;

  // Before anything is drawn, so that a chosen theme never flashes.
  try {
    var theme = localStorage.getItem('namecard.theme');
    if (theme === 'light' || theme === 'dark') root.setAttribute('data-theme', theme);
  } catch (_) {
    // Without storage there is no choice to keep.
  }

  function say(what) {
    var place = document.getElementById('root');
    if (place && !place.firstChild) {
      var notice = document.createElement('p');
      notice.setAttribute('role', 'alert');
      notice.style.cssText = 'margin: 15vh auto; max-width: 32em; padding: 0 1em';
      notice.appendChild(document.createTextNode(what));
      // The app replaces it where it does start.
      place.appendChild(notice);
    }
  }

  // The newest of what the app is built on: Chrome 123, Firefox 121 and Safari 17.5 have it all.
  var isNew =
    'noModule' in document.createElement('script') &&
    window.CSS &&
    CSS.supports &&
    CSS.supports('color', 'light-dark(#000, #fff)') &&
    Map.groupBy &&
    Promise.withResolvers &&
    [].toSorted;
  if (!isNew) {
    root.setAttribute('data-too-old', '');
    document.addEventListener('DOMContentLoaded', function () {
      say(
        'This browser is too old for this page. Update it, or use a newer one: Chrome or Edge 123, Firefox 121, Safari 17.5, or later.',
      );
    });
    return;
  }

  // What fails before the app has drawn anything would leave an empty page. Files that do not load tell the window alone, on the way down.
  function fail() {
    say(
      'This page did not start. Load it again. If it stays so, update the browser, or switch off extensions that change pages.',
    );
  }
  window.addEventListener('error', fail, true);
  window.addEventListener('unhandledrejection', fail);
})();
