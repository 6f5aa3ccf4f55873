import { mount } from "svelte";
import "../app.css";
import Keeper from "./Keeper.svelte";

export default mount(Keeper, { target: document.getElementById("app")! });
