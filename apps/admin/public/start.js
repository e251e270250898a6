// Runs before the app, and also in browsers that are too old for the app. So it is
// ECMAScript 5. It is a file because the policy forbids inline scripts.
(function () {
  var root = document.documentElement;

  // Sends the first page's requests at once. The app takes their answers
  // (src/namecard.ts) if it requests exactly the same addresses.
  function askAhead(token) {
    var paths = ['users.me?batch=1&input=%7B%7D'];
    if (/\/profiles\/?$/.test(location.pathname) && !location.search && !location.hash) {
      var input = encodeURIComponent('{"0":{"limit":100,"direction":"forward"}}');
      paths.push('moderation.profiles.search?batch=1&input=' + input);
    }
    window.namecardAhead = new Map();
    for (var index = 0; index < paths.length; index += 1) {
      var address = '/trpc/' + paths[index];
      var answer = fetch(address, { headers: { authorization: 'Bearer ' + token } });
      // After a failure the app sends the request itself.
      answer.catch(function () {});
      window.namecardAhead.set(address, answer);
    }
  }

  // Loads the files of the frame and the page early. The app's first file would request
  // them only when it runs. A page's file has the name in its address.
  function loadAhead(script) {
    var files = (script.getAttribute('data-ahead') || '').split(' ');
    var page = location.pathname.split('/')[2] || 'desk';
    for (var index = 0; index < files.length; index += 1) {
      var name = files[index].split('-')[0];
      if (name === 'shell' || name === page) {
        var preload = document.createElement('link');
        preload.rel = 'modulepreload';
        preload.href = script.src.replace(/[^/]*$/, files[index]);
        document.head.appendChild(preload);
      }
    }
  }

  // Signed-in people see the frame at once.
  try {
    var token = sessionStorage.getItem('namecard.token');
    if (token) {
      root.setAttribute('data-signed-in', '');
      askAhead(token);
      loadAhead(document.currentScript);
    }
  } catch (_) {
    // Without storage there is no session.
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
      // If the app starts after all, it replaces this notice.
      place.appendChild(notice);
    }
  }

  // The newest features that the app needs. Chrome 123, Firefox 121 and Safari 17.5
  // have them all.
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

  // An error before the app has drawn anything would leave an empty page. The error
  // event of a file does not bubble, so the window listens in the capture phase.
  function fail() {
    say(
      'This page did not start. Load it again. If that does not help, update the browser, or switch off extensions that change pages.',
    );
  }
  window.addEventListener('error', fail, true);
  window.addEventListener('unhandledrejection', fail);
})();
