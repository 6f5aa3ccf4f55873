// Fills the list of versions from versions.json, which stands beside the folders of all versions.
document.addEventListener("DOMContentLoaded", async () => {
  const list = document.getElementById("versions");
  if (!list || location.protocol === "file:") return;
  const root = new URL(document.documentElement.dataset.content_root || "./", location.href);
  const here = root.pathname.split("/").filter(Boolean).pop();
  const known = await fetch(new URL("../versions.json", root)).then((it) => (it.ok ? it.json() : []), () => []);
  if (!known.length) return;
  list.replaceChildren(...known.map((name) => new Option(name, name, false, name === here)));
  list.addEventListener("change", () => location.assign(new URL(`../${list.value}/index.html`, root)));
});
