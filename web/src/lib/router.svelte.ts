/** Where in the client we are: the part of the address behind the hash, cut at slashes. */

function parse(hash: string): string[] {
  return hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
}

/** Where an invitation leads, whatever of its link was pasted; nowhere if it is none. */
export function invitation(text: string): string[] | undefined {
  try {
    const steps = parse(text.trim().replace(/^[^#]*#/, ""));
    const isWhole = steps[0] === "table" && (steps.length === 2 || steps.length === 4);
    return isWhole && !/\s/.test(text.trim()) ? steps : undefined;
  } catch {
    return undefined;
  }
}

class Router {
  path = $state<string[]>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.path = parse(location.hash);
      document.getElementById("main")?.focus();
      scrollTo(0, 0);
    });
  }

  go(...steps: string[]): void {
    location.hash = "#/" + steps.map(encodeURIComponent).join("/");
  }
}

export const router = new Router();

export function link(...steps: string[]): string {
  return "#/" + steps.map(encodeURIComponent).join("/");
}
