// Before anything is drawn, so that a chosen theme never flashes. The policy allows no inline script.
try {
  const theme = localStorage.getItem('namecard.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Without storage there is no choice to keep.
}
