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

  // Asks at once for what the first page needs. The app takes the answers (src/namecard.ts), if it asks by the same addresses.
  function askAhead(token) {
    var paths = ['users.me?batch=1&input=%7B%7D'];
    if (/\/profiles\/?$/.test(location.pathname) && !location.search) {
      var input = encodeURIComponent('{"0":{"limit":100,"direction":"forward"}}');
      paths.push('moderation.profiles.search?batch=1&input=' + input);
    }
    window.namecardAhead = new Map();
    for (var index = 0; index < paths.length; index += 1) {
      var address = '/trpc/' + paths[index];
      var answer = fetch(address, { headers: { authorization: 'Bearer ' + token } });
      // Where it fails the app asks again.
      answer.catch(function () {});
      window.namecardAhead.set(address, answer);
    }
  }

  // Fetches files beside the app's first one, which would ask for them when it runs.
  function loadAhead(script) {
    var files = (script.getAttribute('data-ahead') || '').split(' ');
    for (var index = 0; index < files.length; index += 1) {
      if (files[index]) {
        var preload = document.createElement('link');
        preload.rel = 'modulepreload';
        preload.href = script.src.replace(/[^/]*$/, files[index]);
        document.head.appendChild(preload);
      }
    }
  }

  // Whoever is signed in sees the frame at once.
  try {
    var token = sessionStorage.getItem('namecard.token');
    if (token) {
      root.setAttribute('data-signed-in', '');
      askAhead(token);
      loadAhead(document.currentScript);
    }
  } catch (_) {
    // Without storage there is no session to come back to.
  }

  function say(what) {
    var place = document.getElementById('root');
    var outline = place && document.getElementById('outline');
    if (place && (outline || !place.firstChild)) {
      if (outline) place.removeChild(outline);
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
